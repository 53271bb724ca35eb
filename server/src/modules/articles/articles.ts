import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { renderMarkdown } from '../../kit/markdown.ts'
import { slugify, truncateSlug } from '../../kit/slug.ts'
import { getTheme } from '../theme/theme.ts'
import { articlePageUrl, helpPageUrl } from './page-urls.ts'
import * as queries from './queries.ts'
import {
  type Article,
  type ArticleChanges,
  type ArticlePreviewRequest,
  type ArticleSummary,
  type ArticlesQuery,
  MAX_ARTICLES,
  MAX_BODY_BYTES,
  type NewArticle,
  type PublishedArticle,
} from './schemas.ts'
import { searchPassages } from './search-passages.ts'

export { articlePageUrl, helpPageUrl, searchPassages }

/** By category and position, as help pages show them: first those in the language of the shop. */
export async function listPublishedArticles(ctx: Ctx): Promise<PublishedArticle[]> {
  const articles = await queries.listPublished(ctx)
  const shopLanguage = languageTag((await getTheme(ctx)).locales.default)
  const isForeign = ({ locale }: PublishedArticle) => Number(languageTag(locale) !== shopLanguage)
  return articles.sort((one, other) => isForeign(one) - isForeign(other))
}

const languageTag = (locale: string): string => locale.toLowerCase().split('-', 1)[0] ?? ''

export async function getPublishedArticle(ctx: Ctx, handle: string): Promise<PublishedArticle> {
  const article = await queries.findPublished(ctx, handle)
  if (!article) throw notFound('published article', handle)
  return article
}

export async function listArticles(ctx: Ctx, query: ArticlesQuery): Promise<Page<ArticleSummary>> {
  const page = keyset(query)
  return toPage(await queries.listArticles(ctx, page, query), page)
}

export async function getArticle(ctx: Ctx, idOrHandle: string): Promise<Article> {
  const article = await queries.findArticle(ctx, idOrHandle)
  if (!article) throw notFound('article', idOrHandle)
  return article
}

/** Nobody sees it before it is published. */
export function createArticle(ctx: Ctx, input: NewArticle): Promise<Article> {
  assertBodySize(input.body)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    if ((await queries.countArticles(ctx)).count >= MAX_ARTICLES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_ARTICLES} articles. Delete one you don’t need.`, {
        fields: { limit: MAX_ARTICLES },
      })
    }
    const now = ctx.now.toISOString()
    const id = newId('art')
    const article: Article = {
      category: null,
      tags: [],
      position: 0,
      ...input,
      id,
      handle: await findFreeHandle(ctx, { id, title: input.title }, input.handle),
      locale: input.locale ?? (await getTheme(ctx)).locales.default,
      status: 'draft',
      currentVersion: 1,
      publishedVersion: null,
      publishedAt: null,
      html: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    await queries.insertArticle(ctx, article)
    await queries.insertVersion(ctx, article)
    await emit(ctx, 'article.created', { articleId: id })
    return article
  })
}

/** A new title or body is a new version, which visitors see once it is published. All other fields apply at once. */
export function updateArticle(
  ctx: Ctx,
  id: string,
  changes: ArticleChanges,
  ifMatch: string | undefined,
): Promise<Article> {
  if (changes.body !== undefined) assertBodySize(changes.body)
  return changeArticle(ctx, id, ifMatch, async (ctx, before) => {
    const article = { ...before, ...changes }
    if (article.handle !== before.handle) await findFreeHandle(ctx, article, article.handle)
    const hasNewText = article.title !== before.title || article.body !== before.body
    if (hasNewText) article.currentVersion += 1
    await save(ctx, article)
    if (hasNewText) await queries.insertVersion(ctx, article)
    await emit(ctx, 'article.updated', { articleId: article.id })
  })
}

/** Publishes the current version. Again without changes, it does nothing. */
export const publishArticle = (ctx: Ctx, id: string, ifMatch: string | undefined): Promise<Article> =>
  changeArticle(ctx, id, ifMatch, async (ctx, article) => {
    if (article.publishedVersion === article.currentVersion) return
    const { currentVersion, body, handle } = article
    await save(ctx, {
      ...article,
      publishedVersion: currentVersion,
      html: renderMarkdown(body),
      publishedAt: ctx.now.toISOString(),
    })
    await emit(ctx, 'article.published', { articleId: article.id, handle, version: currentVersion })
  })

/** Hides it from visitors. Its versions stay. */
export const unpublishArticle = (ctx: Ctx, id: string, ifMatch: string | undefined): Promise<Article> =>
  changeArticle(ctx, id, ifMatch, async (ctx, article) => {
    const { publishedVersion, handle } = article
    if (publishedVersion === null) return
    await save(ctx, { ...article, publishedVersion: null, html: null, publishedAt: null })
    await emit(ctx, 'article.unpublished', { articleId: article.id, handle, version: publishedVersion })
  })

export function deleteArticle(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const article = await getArticle(ctx, id)
    assertIfMatch(ifMatch, article.version)
    await queries.deleteArticle(ctx, article.id)
    await emit(ctx, 'article.deleted', { articleId: article.id })
  })
}

export async function listArticleVersions(ctx: Ctx, id: string, request: PageRequest) {
  const article = await getArticle(ctx, id)
  const page = keyset(request)
  return toPage(await queries.listVersions(ctx, article.id, page), page)
}

/** Uses the same renderer as publishing, so the preview is what visitors see. */
export function previewArticle({ body }: ArticlePreviewRequest): { html: string } {
  assertBodySize(body)
  return { html: renderMarkdown(body) }
}

function changeArticle(
  ctx: Ctx,
  id: string,
  ifMatch: string | undefined,
  change: (ctx: Ctx, article: Article) => Promise<void>,
): Promise<Article> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const article = await getArticle(ctx, id)
    assertIfMatch(ifMatch, article.version)
    await change(ctx, article)
    return getArticle(ctx, article.id)
  })
}

const save = (ctx: Ctx, article: Article) =>
  queries.updateArticle(ctx, { ...article, version: article.version + 1, updatedAt: ctx.now.toISOString() })

const MAX_HANDLE_CANDIDATES = 20

/** A handle chosen by the caller must be free; one derived from the title gets a suffix until it is. */
async function findFreeHandle(
  ctx: Ctx,
  { id, title }: Pick<Article, 'id' | 'title'>,
  requested?: string,
): Promise<string> {
  const handles = requested ? [requested] : handleCandidates(id, slugify(title))
  const used = await queries.listUsedHandles(ctx, handles, id)
  const free = handles.find((handle) => !used.has(handle))
  if (free !== undefined) return free
  throw new AppError(
    'conflict',
    `The handle "${handles[0]}" is already in use by another article. Choose another one.`,
    {
      details: [{ path: '/handle', message: 'is already in use by another article' }],
      fields: { handle: handles[0] ?? '' },
    },
  )
}

function handleCandidates(id: string, slug: string | undefined): string[] {
  if (slug === undefined) return [id.replace('_', '-')]
  const numbered = Array.from({ length: MAX_HANDLE_CANDIDATES - 1 }, (_, at) => `${truncateSlug(slug, 96)}-${at + 2}`)
  return [slug, ...numbered, `${truncateSlug(slug, 73)}-${id.slice(-26)}`]
}

/** The schema counts characters. */
function assertBodySize(body: string): void {
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return
  throw invalidRequest('The body is not valid.', [
    { path: '/body', message: `must not have more than ${MAX_BODY_BYTES} bytes in UTF-8` },
  ])
}
