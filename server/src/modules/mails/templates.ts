import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { getOrder } from '../orders/orders.ts'
import { DEFAULT_TEMPLATES } from './default-templates.ts'
import { readOccasion } from './occasions.ts'
import { placeholdersOf, refuseCodeless, refuseUnfit } from './placeholders.ts'
import { render } from './render.ts'
import { sampleOccasion } from './sample-order.ts'
import {
  KINDS,
  type MailKind,
  type MailPreview,
  type MailPreviewWish,
  type MailTemplate,
  type MailTemplateDraft,
} from './schemas.ts'
import { readShop } from './shop.ts'
import * as queries from './template-queries.ts'
import { valuesOf } from './values.ts'

export async function listMailTemplates(ctx: Ctx): Promise<MailTemplate[]> {
  const own = await queries.listTemplates(ctx)
  return KINDS.map((kind) => {
    const row = own.find((template) => template.kind === kind)
    const placeholders = placeholdersOf(kind)
    if (row) return { ...row, isDefault: false, placeholders }
    const words = DEFAULT_TEMPLATES[kind]
    return { kind, ...words, enabled: true, isDefault: true, version: 0, updatedAt: null, placeholders }
  })
}

export async function getMailTemplate(ctx: Ctx, kind: MailKind): Promise<MailTemplate> {
  const template = (await listMailTemplates(ctx)).find((one) => one.kind === kind)
  if (!template) throw new Error(`There is no template for ${kind}`)
  return template
}

export async function saveMailTemplate(
  ctx: Ctx,
  kind: MailKind,
  { subject, body, enabled = true }: MailTemplateDraft,
  ifMatch: string | undefined,
): Promise<MailTemplate> {
  refuseUnfit(kind, { subject, body })
  refuseCodeless(kind, { subject, body, enabled })
  return transaction(ctx, async (ctx) => {
    await queries.lockTemplates(ctx)
    const { version } = await getMailTemplate(ctx, kind)
    refuseStale(ifMatch, version)
    await queries.saveTemplate(ctx, kind, version + 1, { subject, body, enabled })
    await emit(ctx, 'mail_template.updated', { kind, version: version + 1 })
    return getMailTemplate(ctx, kind)
  })
}

/** Where there are the built-in words already, nothing is done and nothing told. */
export const resetMailTemplate = (ctx: Ctx, kind: MailKind, ifMatch: string | undefined): Promise<void> =>
  transaction(ctx, async (ctx) => {
    await queries.lockTemplates(ctx)
    refuseStale(ifMatch, (await getMailTemplate(ctx, kind)).version)
    if ((await queries.deleteTemplate(ctx, kind)) > 0) await emit(ctx, 'mail_template.updated', { kind, version: 0 })
  })

/** By the one renderer that there is, so that what staff see is what a buyer would get. */
export async function previewMail(ctx: Ctx, kind: MailKind, wish: MailPreviewWish): Promise<MailPreview> {
  const { subject = '', body = '', orderId } = wish
  refuseUnfit(kind, { subject, body })
  const [template, shop] = [await getMailTemplate(ctx, kind), await readShop(ctx)]
  const sample = sampleOccasion(shop.currency, ctx.now)
  const order = orderId && (await getOrder(ctx, orderId))
  // An order of which nothing was sent or given back yet is shown with an invented parcel or refund.
  const occasion = order ? ((await readOccasion(ctx, kind, order)) ?? { ...sample, order }) : sample
  return render({ subject: subject || template.subject, body: body || template.body }, valuesOf(shop, occasion), shop)
}
