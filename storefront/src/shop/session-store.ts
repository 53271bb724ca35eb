import type { ShopServer } from './shop-server.ts'
import { createStore } from './store.ts'

export interface Customer {
  name: string | null
  email: string | null
}
interface SessionState {
  /** False until it is known whether somebody is signed in. */
  isLoaded: boolean
  customer: Customer | null
}
export interface SentCode {
  id: string
  /** Otherwise it is in the server's log. */
  isEmailed: boolean
  /** Only when the shop runs on this machine and cannot send email. */
  code?: string
}
interface Session {
  customer: Customer
  /** For the API in storefront mode. Short-lived; the refresh token stays in a cookie that no script can read. */
  token: string
  expiresAt: string
}

export const SIGNED_OUT: SessionState = { isLoaded: false, customer: null }
/** Says only that there may be a session; a script can read this one. */
const HINT = /(?:^|; )shop_signed_in=1/
const REFRESH_EARLY_MS = 60_000
const RETRY_MS = 2000
const MAX_RETRY_MS = 60_000

/** The signed-in customer. The shop's server has their session; this browser gets a token for an hour at most. */
export function createSessionStore(server: ShopServer, onToken: (token: string | undefined) => void) {
  const store = createStore<SessionState>(SIGNED_OUT)
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(session: Session | null): void {
    clearTimeout(timer)
    onToken(session?.token)
    store.set({ isLoaded: true, customer: session?.customer ?? null })
    if (session) timer = setTimeout(load, Math.max(0, Date.parse(session.expiresAt) - Date.now() - REFRESH_EARLY_MS))
  }

  /** Ends when it is known: an error does not say that nobody is signed in. */
  async function load(): Promise<void> {
    for (let waitMs = RETRY_MS; HINT.test(document.cookie); waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
      const session = await server.get<Session | null>('session').catch(() => undefined)
      if (session !== undefined) return show(session)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    show(null)
  }

  return {
    ...store,
    load,
    requestCode: (email: string) => server.post<SentCode>('session/codes', { email }),
    signIn: async (loginCodeId: string, code: string) =>
      show(await server.post<Session>('session', { loginCodeId, code })),
    signOut: async () => {
      await server.post('session/end')
      show(null)
    },
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>
