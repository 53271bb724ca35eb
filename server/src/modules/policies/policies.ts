import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type PageRequest, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { renderMarkdown } from '../../kit/markdown.ts'
import * as queries from './queries.ts'
import {
  MAX_BODY_BYTES,
  type NewPolicy,
  type Policy,
  type PolicyKind,
  type PolicyPreviewRequest,
  type PolicyText,
} from './schemas.ts'

export const listPublishedPolicies = queries.listPolicies

export async function getPolicy(ctx: Ctx, kind: PolicyKind): Promise<Policy> {
  const policy = await queries.findPolicy(ctx, kind)
  if (!policy) throw notFound('published policy', kind)
  return policy
}

/** Where buyers read it. */
export const policyPageUrl = ({ publicUrl, environmentId }: Ctx, kind: PolicyKind): string =>
  `${publicUrl}/policies/${environmentId}/${kind}`

/** Identical text creates no new version, even if the policy was unpublished in between. */
export async function publishPolicy(
  ctx: Ctx,
  kind: PolicyKind,
  draft: NewPolicy,
  ifMatch: string | undefined,
): Promise<Policy> {
  assertValidPolicy(kind, draft)
  const text = { ...draft, returnTerms: draft.returnTerms ?? null }
  const html = renderMarkdown(draft.body)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const published = await queries.findPolicy(ctx, kind)
    assertIfMatch(ifMatch, published?.version)
    if (published && isSameText(published, text)) return published

    const latest = await queries.findLatestVersion(ctx, kind)
    const isUnchanged = latest !== undefined && isSameText(latest, text)
    const version = isUnchanged ? latest.version : (latest?.version ?? 0) + 1
    if (!isUnchanged) await queries.insertVersion(ctx, kind, version, text)
    await queries.publishVersion(ctx, kind, version, html)
    notifyPoliciesChanged(ctx)
    await emit(ctx, 'policy.updated', { kind, version, title: text.title })
    return getPolicy(ctx, kind)
  })
}

/** Uses the same renderer as publishing, so the preview is what visitors see. */
export function previewPolicy({ body }: PolicyPreviewRequest): { html: string } {
  assertBodySize(body)
  return { html: renderMarkdown(body) }
}

/** Hides the policy from visitors. Versions stay, because orders were placed under them. */
export function unpublishPolicy(ctx: Ctx, kind: PolicyKind, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { version } = await getPolicy(ctx, kind)
    assertIfMatch(ifMatch, version)
    await queries.deletePolicy(ctx, kind)
    notifyPoliciesChanged(ctx)
    await emit(ctx, 'policy.unpublished', { kind, version })
  })
}

/** Includes unpublished policies; a policy that never existed is not found. */
export async function listPolicyVersions(ctx: Ctx, kind: PolicyKind, request: PageRequest) {
  const page = keyset(request)
  const versions = await queries.listVersions(ctx, kind, page)
  if (versions.length === 0 && request.cursor === undefined) throw notFound('policy', kind)
  return toPage(versions, page)
}

/** Invalidates cached storefront responses. */
const notifyPoliciesChanged = (ctx: Ctx): void => ctx.db.notify('catalog_changed', ctx.environmentId)

/** Rules that JSON Schema can't express. */
export function assertValidPolicy(kind: PolicyKind, { body, returnTerms }: NewPolicy): void {
  const errors = validateBodySize(body)
  if (returnTerms && kind !== 'refund') {
    errors.push({ path: '/returnTerms', message: 'must be omitted unless the kind is refund' })
  }
  if (returnTerms && returnTerms.windowDays > 0 && returnTerms.kinds.length === 0) {
    errors.push({ path: '/returnTerms/kinds', message: 'must have at least one value unless windowDays is 0' })
  }
  throwErrors(errors)
}

export const assertBodySize = (body: string): void => throwErrors(validateBodySize(body))

const validateBodySize = (body: string): ErrorDetail[] =>
  Buffer.byteLength(body) > MAX_BODY_BYTES
    ? [{ path: '/body', message: `must not have more than ${MAX_BODY_BYTES} bytes in UTF-8` }]
    : []

function throwErrors(errors: ErrorDetail[]): void {
  if (errors.length > 0) throw invalidRequest('The body is not valid.', errors)
}

export const isSameText = (one: PolicyText, other: PolicyText): boolean =>
  isDeepStrictEqual(contentOf(one), contentOf(other))

const contentOf = ({ title, body, returnTerms }: PolicyText) => ({ title, body, returnTerms })
