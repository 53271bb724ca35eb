import { useSyncExternalStore } from 'react'

export interface Store<State> {
  get: () => State
  set: (changes: Partial<State>) => void
  subscribe: (listener: () => void) => () => void
}

/** State that outlives a page, such as the cart. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (changes) => {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** On the server and while the page becomes interactive, it is the initial state: the HTML is the same for everybody. */
export const useStore = <State>({ get, subscribe }: Store<State>, initial: State): State =>
  useSyncExternalStore(subscribe, get, () => initial)
