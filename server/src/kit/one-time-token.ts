import { createHash, randomBytes } from 'node:crypto'

/** What a link carries to prove that its reader was sent it: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Behind the `#`, which browsers keep to themselves: the token reaches no log and no other site. */
export const dashboardLink = (
  publicUrl: string,
  page: 'email-verification' | 'invitation' | 'password-reset' | 'set-up',
  token: string,
): string => `${publicUrl}/dashboard/#/${page}?token=${token}`

/** What is kept of it. The input is random, so a fast hash will do. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
