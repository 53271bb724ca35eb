import { useEffect } from 'react'

type Guard = (leave: () => void) => void

let guard: Guard | undefined

/** For what takes a page away without a change of address, such as another workspace. */
export const leaveThen: Guard = (leave) => (guard ? guard(leave) : leave())

/** While it is given, it decides whether and when the page may be left. */
export function useLeavingGuard(given: Guard | undefined): void {
  useEffect(() => {
    guard = given
    return () => {
      guard = undefined
    }
  }, [given])
}
