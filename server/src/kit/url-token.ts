import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from './ids.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

interface Signer {
  secretFor: (purpose: string) => string
}

/** For URLs opened without an API key: the token contains its environment, and only we can have signed it. */
export function signUrlToken({ secretFor }: Signer, environmentId: string, purpose: string): string {
  const signature = createHmac('sha256', secretFor('url-tokens'))
    .update(`${environmentId}\n${purpose}`)
    .digest('base64url')
  return `${environmentId}.${signature}`
}

/** Returns the token's environment, or undefined if we didn't sign it or it serves another purpose. */
export function verifyUrlToken(signer: Signer, token: string, purpose: string): string | undefined {
  const environmentId = token.split('.', 1)[0] ?? ''
  if (!isUuid(environmentId)) return undefined
  return timingSafeEqual(hash(token), hash(signUrlToken(signer, environmentId, purpose))) ? environmentId : undefined
}
