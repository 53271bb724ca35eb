import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Dependencies } from '../../ctx.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hash = (text: string) => createHash('sha256').update(text).digest()

type Signer = Pick<Dependencies, 'secretFor'>

/** For addresses that are opened without a key: it names its environment, and only we can have written it. */
export function signUrlToken({ secretFor }: Signer, environmentId: string, purpose: string): string {
  const signature = createHmac('sha256', secretFor('addresses'))
    .update(`${environmentId}\n${purpose}`)
    .digest('base64url')
  return `${environmentId}.${signature}`
}

/** Of which environment it is, or undefined where it is not ours, or for something else. */
export function verifyUrlToken(signer: Signer, token: string, purpose: string): string | undefined {
  const environmentId = token.split('.', 1)[0] ?? ''
  if (!UUID.test(environmentId)) return undefined
  return timingSafeEqual(hash(token), hash(signUrlToken(signer, environmentId, purpose))) ? environmentId : undefined
}
