import { useRef } from 'react'

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('')

/** The same wish, sent again because no answer came, is the same deed: the server knows it by its key. */
export function useIdempotencyKey() {
  const last = useRef({ serialized: '', key: '' })
  return {
    keyFor: (body: unknown): string => {
      const serialized = JSON.stringify(body)
      if (serialized !== last.current.serialized) last.current = { serialized, key: newKey() }
      return last.current.key
    },
    /** An answer came: what is sent next is another deed. */
    reset: () => {
      last.current = { serialized: '', key: '' }
    },
  }
}
