import { useRef } from 'react'

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('')

/** The same wish, sent again because no answer came, is the same deed: the server knows it by its key. */
export function useOnceKey() {
  const last = useRef({ wish: '', key: '' })
  return {
    keyFor: (body: unknown): string => {
      const wish = JSON.stringify(body)
      if (wish !== last.current.wish) last.current = { wish, key: newKey() }
      return last.current.key
    },
    /** An answer came: what is sent next is another deed. */
    forget: () => {
      last.current = { wish: '', key: '' }
    },
  }
}
