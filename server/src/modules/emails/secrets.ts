import type { Ctx } from '../../ctx.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'

/** `masked` is stored in the outbox; `real` replaces it in the email the buyer receives. */
export interface EmailSecret {
  masked: string
  real: string
}

const ownerOf = (ctx: Ctx, emailId: string) => `emails ${ctx.environmentId} ${emailId}`

export const sealEmailSecret = (ctx: Ctx, emailId: string, secret: EmailSecret): string =>
  encrypt(JSON.stringify(secret), ctx.secretFor('email-secrets'), ownerOf(ctx, emailId))

/** Call it only when sending. */
export function revealSecret<Message extends { id: string; text: string; html: string; secret: string | null }>(
  ctx: Ctx,
  email: Message,
): Message {
  if (email.secret === null) return email
  const { masked, real } = JSON.parse(
    decrypt(email.secret, ctx.secretFor('email-secrets'), ownerOf(ctx, email.id)),
  ) as EmailSecret
  const html = email.html.replaceAll(masked, real)
  // Inside a URL the masked code is percent-encoded.
  const linked = html.replaceAll(encodeURIComponent(masked), encodeURIComponent(real))
  return { ...email, text: email.text.replaceAll(masked, real), html: linked }
}
