import type { Ctx } from '../../ctx.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'

/** What the outbox shows, and what the buyer reads in its place. */
export interface EmailSecret {
  shown: string
  real: string
}

const ownerOf = (ctx: Ctx, emailId: string) => `mails ${ctx.environmentId} ${emailId}`

export const sealEmailSecret = (ctx: Ctx, emailId: string, secret: EmailSecret): string =>
  encrypt(JSON.stringify(secret), ctx.secretFor('mail-secrets'), ownerOf(ctx, emailId))

/** On its way out, and nowhere else. */
export function revealSecret<Message extends { id: string; text: string; html: string; secret: string | null }>(
  ctx: Ctx,
  email: Message,
): Message {
  if (email.secret === null) return email
  const { shown, real } = JSON.parse(
    decrypt(email.secret, ctx.secretFor('mail-secrets'), ownerOf(ctx, email.id)),
  ) as EmailSecret
  const html = email.html.replaceAll(shown, real)
  // In an address it stands as addresses are written.
  const linked = html.replaceAll(encodeURIComponent(shown), encodeURIComponent(real))
  return { ...email, text: email.text.replaceAll(shown, real), html: linked }
}
