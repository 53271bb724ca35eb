import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { getOrder } from '../orders/orders.ts'
import { loadBranding } from '../theme/theme.ts'
import { DEFAULT_TEMPLATES } from './default-templates.ts'
import { loadEmailData } from './email-data.ts'
import { toCodeValues, toPlaceholderValues } from './placeholder-values.ts'
import { assertHasCode, assertValidTemplate, listPlaceholders } from './placeholders.ts'
import { renderEmail } from './render.ts'
import { SAMPLE_CODE, sampleEmailData } from './sample-email-data.ts'
import {
  EMAIL_KINDS,
  type EmailKind,
  type EmailPreview,
  type EmailPreviewRequest,
  type EmailTemplate,
  type EmailTemplateSettings,
  isCodeEmail,
} from './schemas.ts'
import * as queries from './template-queries.ts'

export async function listEmailTemplates(ctx: Ctx): Promise<EmailTemplate[]> {
  const stored = await queries.listTemplates(ctx)
  return EMAIL_KINDS.map((kind) => {
    const row = stored.find((template) => template.kind === kind)
    const placeholders = listPlaceholders(kind)
    if (row) return { ...row, default: false, placeholders }
    const defaults = DEFAULT_TEMPLATES[kind]
    return { kind, ...defaults, active: true, default: true, version: 0, updatedAt: null, placeholders }
  })
}

export async function getEmailTemplate(ctx: Ctx, kind: EmailKind): Promise<EmailTemplate> {
  const template = (await listEmailTemplates(ctx)).find((one) => one.kind === kind)
  if (!template) throw new Error(`No template for ${kind}`)
  return template
}

export async function saveEmailTemplate(
  ctx: Ctx,
  kind: EmailKind,
  { subject, body, active = true }: EmailTemplateSettings,
  ifMatch: string | undefined,
): Promise<EmailTemplate> {
  assertValidTemplate(kind, { subject, body })
  assertHasCode(kind, { subject, body, active })
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { version } = await getEmailTemplate(ctx, kind)
    assertIfMatch(ifMatch, version)
    await queries.saveTemplate(ctx, kind, version + 1, { subject, body, active })
    await emit(ctx, 'email_template.updated', { kind, version: version + 1 })
    return getEmailTemplate(ctx, kind)
  })
}

/** Does nothing and emits no event if the default is already in use. */
export const resetEmailTemplate = (ctx: Ctx, kind: EmailKind, ifMatch: string | undefined): Promise<void> =>
  transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    assertIfMatch(ifMatch, (await getEmailTemplate(ctx, kind)).version)
    if ((await queries.deleteTemplate(ctx, kind)) > 0) await emit(ctx, 'email_template.updated', { kind, version: 0 })
  })

/** Uses the same renderer as sending, so the preview is what the buyer gets. */
export async function previewEmail(ctx: Ctx, kind: EmailKind, request: EmailPreviewRequest): Promise<EmailPreview> {
  const { subject = '', body = '', orderId } = request
  assertValidTemplate(kind, { subject, body })
  const [template, branding] = [await getEmailTemplate(ctx, kind), await loadBranding(ctx)]
  const sampleData = sampleEmailData(branding.currency, ctx.now)
  const order = orderId && (await getOrder(ctx, orderId))
  // If the order has no fulfillment or refund yet, the preview uses a sample one.
  const data = order ? ((await loadEmailData(ctx, kind, order)) ?? { ...sampleData, order }) : sampleData
  const values = isCodeEmail(kind) ? toCodeValues(branding, SAMPLE_CODE) : toPlaceholderValues(branding, data)
  return renderEmail({ subject: subject || template.subject, body: body || template.body }, values, branding)
}
