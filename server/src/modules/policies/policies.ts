import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type PageRequest, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { notFound } from '../../kit/errors.ts'
import { renderMarkdown } from './markdown.ts'
import { isSameText, refuseTooLong, refuseUnfit } from './policy-rules.ts'
import * as queries from './queries.ts'
import type { Policy, PolicyDraft, PolicyKind, PolicyPreviewText } from './schemas.ts'

export const listPublished = queries.listPolicies

export async function getPolicy(ctx: Ctx, kind: PolicyKind): Promise<Policy> {
  const policy = await queries.findPolicy(ctx, kind)
  if (!policy) throw notFound('published policy', kind)
  return policy
}

/** A version is a text: the same text makes no new one, also when it was unpublished in between. */
export async function publishPolicy(
  ctx: Ctx,
  kind: PolicyKind,
  draft: PolicyDraft,
  ifMatch: string | undefined,
): Promise<Policy> {
  refuseUnfit(kind, draft)
  const text = { ...draft, returnTerms: draft.returnTerms ?? null }
  const html = renderMarkdown(draft.body)
  return transaction(ctx, async (ctx) => {
    await queries.lockPolicies(ctx)
    const published = await queries.findPolicy(ctx, kind)
    refuseStale(ifMatch, published?.version)
    if (published && isSameText(published, text)) return published

    const latest = await queries.findLatestVersion(ctx, kind)
    const isKnown = latest !== undefined && isSameText(latest, text)
    const version = isKnown ? latest.version : (latest?.version ?? 0) + 1
    if (!isKnown) await queries.insertVersion(ctx, kind, version, text)
    await queries.publishVersion(ctx, kind, version, html)
    tellChanged(ctx)
    await emit(ctx, 'policy.updated', { kind, version, title: text.title })
    return getPolicy(ctx, kind)
  })
}

/** By the one renderer that there is, so that what staff see before is what visitors see after. */
export function previewPolicy({ body }: PolicyPreviewText): { html: string } {
  refuseTooLong(body)
  return { html: renderMarkdown(body) }
}

/** Visitors see it no more; its versions stay, since orders were placed under them. */
export function unpublishPolicy(ctx: Ctx, kind: PolicyKind, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await queries.lockPolicies(ctx)
    const { version } = await getPolicy(ctx, kind)
    refuseStale(ifMatch, version)
    await queries.deletePolicy(ctx, kind)
    tellChanged(ctx)
    await emit(ctx, 'policy.removed', { kind, version })
  })
}

/** Also of a policy that is not published now; of one that never was there is nothing to list. */
export async function listPolicyVersions(ctx: Ctx, kind: PolicyKind, request: PageRequest) {
  const page = keyset(request)
  const versions = await queries.listVersions(ctx, kind, page)
  if (versions.length === 0 && request.cursor === undefined) throw notFound('policy', kind)
  return toPage(versions, page)
}

/** Answers that storefronts were given no longer hold. */
const tellChanged = (ctx: Ctx): void => ctx.db.announce('catalog_changed', ctx.environmentId)
