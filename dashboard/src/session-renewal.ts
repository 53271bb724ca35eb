/** Asks the user to sign in again, over the page. Resolves with whether they did. */
type AskForPassword = () => Promise<boolean>

let ask: AskForPassword | undefined
let pending: Promise<boolean> | undefined

/**
 * Only while pages behind sign-in are open: elsewhere, a 401 is the page's own business. Returns what removes it again.
 */
export function onSessionExpired(askForPassword: AskForPassword): () => void {
  ask = askForPassword
  return () => {
    if (ask === askForPassword) ask = undefined
  }
}

/** A page makes several requests at once: they all wait for the same answer. */
export function renewSession(): Promise<boolean> {
  if (!ask) return Promise.resolve(false)
  pending ??= ask().finally(() => {
    pending = undefined
  })
  return pending
}

/** After signing out on purpose, nobody is asked for a password. */
export const endSession = (): void => {
  ask = undefined
}
