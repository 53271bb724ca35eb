import { useRef } from 'react'

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('')

/** A retry after a lost response reuses the key, so the server does not perform the request twice. */
export function useIdempotencyKey() {
  const last = useRef({ serialized: '', key: '' })
  return {
    keyFor: (body: unknown): string => {
      const serialized = JSON.stringify(body)
      if (serialized !== last.current.serialized) last.current = { serialized, key: newKey() }
      return last.current.key
    },
    /** Call after a definite response: the next request is a new one. */
    reset: () => {
      last.current = { serialized: '', key: '' }
    },
  }
}
