import { createHash, randomBytes } from 'node:crypto'

/** A link's proof that its reader received it: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** In the fragment, which browsers do not send: the token reaches no log and no other site. */
export const dashboardLink = (
  publicUrl: string,
  page: 'email-verification' | 'invitation' | 'password-reset' | 'setup',
  token: string,
): string => `${publicUrl}/dashboard/#/${page}?token=${token}`

/** Tokens are stored as hashes. The input is random, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
