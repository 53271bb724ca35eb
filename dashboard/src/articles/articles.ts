import type { ListItem, ResponseBody } from '../api.ts'
import { resource, useReadList, useWrite } from '../resource.ts'

export type ArticleSummary = ListItem<'/v1/articles'>
export type Article = ResponseBody<'/v1/articles/{id}'>

/** What the form edits. */
export type ArticleInput = Pick<Article, 'title' | 'body' | 'handle' | 'locale' | 'tags' | 'position'> & {
  category: string
}

export const articles = resource('/v1/articles')

export const usePublishArticle = ({ id, version }: Article) =>
  useWrite('post', '/v1/articles/{id}/publish', { id }, { version })

export const useUnpublishArticle = ({ id, version }: Article) =>
  useWrite('post', '/v1/articles/{id}/unpublish', { id }, { version })

export const useArticleVersions = (id: string) => useReadList('/v1/articles/{id}/versions', { params: { id } })

export const toArticleInput = ({ title, body, handle, locale, category, tags, position }: Article): ArticleInput => ({
  ...{ title, body, handle, locale, tags, position },
  category: category ?? '',
})

/** An empty category is none. */
export const toArticleChanges = <Fields extends Partial<ArticleInput>>({ category, ...fields }: Fields) => ({
  ...fields,
  ...(category !== undefined && { category: category.trim() || null }),
})

const MAX_BODY_BYTES = 100_000

/** Why the article cannot be saved; checked before a request is sent. */
export function validateArticle({ title, body }: Pick<ArticleInput, 'title' | 'body'>): string | undefined {
  if (title.trim() === '') return 'Enter a title.'
  if (body.trim() === '') return 'Enter the text.'
  const bytes = new TextEncoder().encode(body).length
  if (bytes > MAX_BODY_BYTES) return `The text has ${Math.ceil(bytes / 1000)} kB. The maximum is 100 kB.`
  return undefined
}
