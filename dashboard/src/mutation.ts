import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface Callbacks<Result> {
  onSuccess?: (result: Result) => unknown
  onError?: (error: Error) => unknown
}

export type Action<Result, Variables> = Omit<UseMutationResult<Result, Error, Variables>, 'mutate' | 'mutateAsync'> & {
  mutate: (variables: Variables, callbacks?: Callbacks<Result>) => void
  mutateAsync: (variables: Variables, callbacks?: Callbacks<Result>) => Promise<Result>
}

/**
 * `useMutation` that ignores a call while the same one is in progress. A button is disabled only after the next render,
 * so it alone does not stop a double click. Callbacks run even when the data that was read again no longer shows the
 * button, such as "Undo".
 */
export function useAction<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
): Action<Result, Variables> {
  const mutation = useMutation(options)
  const running = useRef(new Map<string, Promise<Result>>())
  const run = (variables: Variables, callbacks: Callbacks<Result> = {}): Promise<Result> => {
    const key = JSON.stringify(variables) ?? ''
    const same = running.current.get(key)
    if (same) return same
    const started = mutation.mutateAsync(variables).finally(() => running.current.delete(key))
    running.current.set(key, started)
    return started.then(
      (result) => {
        callbacks.onSuccess?.(result)
        return result
      },
      (error: Error) => {
        callbacks.onError?.(error)
        throw error
      },
    )
  }
  return {
    ...mutation,
    mutateAsync: run,
    // The error is in the state of the mutation.
    mutate: (variables, callbacks) => void run(variables, callbacks).catch(() => {}),
  }
}
