import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import {
  createArticle,
  deleteArticle,
  getArticle,
  listArticles,
  listArticleVersions,
  previewArticle,
  publishArticle,
  unpublishArticle,
  updateArticle,
} from './articles.ts'
import {
  Article,
  ArticleChanges,
  ArticleLookupPath,
  ArticlePath,
  ArticlePreview,
  ArticlePreviewRequest,
  ArticleSummary,
  ArticlesQuery,
  ArticleVersion,
  ArticleVersionsQuery,
  NewArticle,
} from './schemas.ts'

const tags = ['Articles']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const articleRoutes: Routes = async (app) => {
  app.get(
    '/articles',
    {
      config,
      schema: {
        operationId: 'articles.list',
        tags,
        summary: 'List articles',
        description: 'Returns articles newest first, without their texts, including drafts.',
        querystring: ArticlesQuery,
        response: { 200: Page(ArticleSummary) },
      },
    },
    ({ ctx, query }) => listArticles(ctx, query),
  )

  app.post(
    '/articles',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'articles.create',
        tags,
        summary: 'Create an article',
        description:
          'Creates a draft: publish it to show it to visitors and the assistant. If you omit `handle`, it is derived from the title; `locale` defaults to the language of the shop.',
        body: NewArticle,
        response: { 201: Article },
      },
    },
    async ({ ctx, body }, reply) => {
      const article = await createArticle(ctx, body)
      reply.code(201).header('etag', toEtag(article.version))
      return article
    },
  )

  app.post(
    '/articles/preview',
    {
      config: { ...config, staff: 'viewer' },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'articles.preview',
        tags,
        summary: 'Preview an article',
        description: 'Returns the HTML that visitors would get if the text were published. Nothing is stored.',
        body: ArticlePreviewRequest,
        response: { 200: ArticlePreview },
      },
    },
    async ({ body }) => previewArticle(body),
  )

  app.get(
    '/articles/:id',
    {
      config,
      schema: {
        operationId: 'articles.get',
        tags,
        summary: 'Get an article',
        description: 'Accepts an ID or a handle. `title` and `body` are the current text, published or not.',
        params: ArticleLookupPath,
        response: { 200: Article },
      },
    },
    async ({ ctx, params }, reply) => {
      const article = await getArticle(ctx, params.id)
      reply.header('etag', toEtag(article.version))
      return article
    },
  )

  app.patch(
    '/articles/:id',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'articles.update',
        tags,
        summary: 'Update an article',
        description:
          'Fields you omit keep their value. A new title or body is a new version: visitors see it once you publish it. All other fields apply at once.',
        params: ArticlePath,
        headers: IfMatch,
        body: ArticleChanges,
        response: { 200: Article },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const article = await updateArticle(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(article.version))
      return article
    },
  )

  app.delete(
    '/articles/:id',
    {
      config,
      schema: {
        operationId: 'articles.delete',
        tags,
        summary: 'Delete an article',
        description: 'Deletes all its versions. To only hide it from visitors, unpublish it.',
        params: ArticlePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteArticle(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    '/articles/:id/publish',
    {
      config,
      schema: {
        operationId: 'articles.publish',
        tags,
        summary: 'Publish an article',
        description:
          'Shows the current version to visitors and to the assistant. Publishing the same version again changes nothing.',
        params: ArticlePath,
        headers: IfMatch,
        response: { 200: Article },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      const article = await publishArticle(ctx, params.id, headers['if-match'])
      reply.header('etag', toEtag(article.version))
      return article
    },
  )

  app.post(
    '/articles/:id/unpublish',
    {
      config,
      schema: {
        operationId: 'articles.unpublish',
        tags,
        summary: 'Unpublish an article',
        description: 'Hides the article from visitors and from the assistant, and keeps its versions.',
        params: ArticlePath,
        headers: IfMatch,
        response: { 200: Article },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      const article = await unpublishArticle(ctx, params.id, headers['if-match'])
      reply.header('etag', toEtag(article.version))
      return article
    },
  )

  app.get(
    '/articles/:id/versions',
    {
      config,
      schema: {
        operationId: 'articles.versions.list',
        tags,
        summary: 'List article versions',
        description: 'Returns every saved text, newest first.',
        params: ArticlePath,
        querystring: ArticleVersionsQuery,
        response: { 200: Page(ArticleVersion) },
      },
    },
    ({ ctx, params, query }) => listArticleVersions(ctx, params.id, query),
  )
}
