import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * `useMutation` that ignores a call while the same one is in progress. A button is disabled only after the next render,
 * so it alone does not stop a double click.
 */
export function useAction<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
): UseMutationResult<Result, Error, Variables> {
  const mutation = useMutation(options)
  const running = useRef(new Map<string, Promise<Result>>())
  const run = (...parameters: Parameters<typeof mutation.mutateAsync>): Promise<Result> => {
    const key = JSON.stringify(parameters[0]) ?? ''
    const same = running.current.get(key)
    if (same) return same
    const started = mutation.mutateAsync(...parameters).finally(() => running.current.delete(key))
    running.current.set(key, started)
    return started
  }
  return {
    ...mutation,
    mutateAsync: run,
    // The error is in the state of the mutation.
    mutate: (...parameters) => void run(...parameters).catch(() => {}),
  }
}
