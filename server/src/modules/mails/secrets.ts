import type { Ctx } from '../../ctx.ts'
import { open, seal } from '../../kit/sealed.ts'

/** What the outbox shows, and what the buyer reads in its place. */
export interface MailSecret {
  shown: string
  real: string
}

const ownerOf = (ctx: Ctx, mailId: string) => `mails ${ctx.environmentId} ${mailId}`

export const sealSecret = (ctx: Ctx, mailId: string, secret: MailSecret): string =>
  seal(JSON.stringify(secret), ctx.secretFor('mail-secrets'), ownerOf(ctx, mailId))

/** On its way out, and nowhere else. */
export function reveal<Parts extends { id: string; text: string; html: string; secret: string | null }>(
  ctx: Ctx,
  mail: Parts,
): Parts {
  if (mail.secret === null) return mail
  const { shown, real } = JSON.parse(
    open(mail.secret, ctx.secretFor('mail-secrets'), ownerOf(ctx, mail.id)),
  ) as MailSecret
  const html = mail.html.replaceAll(shown, real)
  // In an address it stands as addresses are written.
  const linked = html.replaceAll(encodeURIComponent(shown), encodeURIComponent(real))
  return { ...mail, text: mail.text.replaceAll(shown, real), html: linked }
}
