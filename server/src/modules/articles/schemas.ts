import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'

/** All published texts of a shop are searched in memory. */
export const MAX_ARTICLES = 1000
export const MAX_BODY_BYTES = 100_000

const Status = OneOf(['draft', 'published'], { description: 'Visitors see only published articles.' })
const Title = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: NAME_PATTERN,
  examples: ['How long does delivery take?'],
})
const Body = Type.String({
  minLength: 1,
  maxLength: MAX_BODY_BYTES,
  pattern: '\\S',
  description: 'Markdown, at most 100 kB in UTF-8.',
  examples: ['Orders ship on **the same day**.'],
})
const Handle = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: HANDLE_PATTERN,
  description: 'Identifies the article in URLs: lowercase letters, digits and hyphens.',
  examples: ['delivery-times'],
})
const Locale = Type.String({
  minLength: 2,
  maxLength: 35,
  pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  description: 'The language of the text, as a BCP 47 tag.',
  examples: ['en'],
})
const Category = Nullable(
  Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Shipping'] }),
  {
    description: 'The heading under which help pages list it.',
  },
)
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN }), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Other words for its subject. Search finds it by them.',
  examples: [['parcel']],
})
const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Help pages list the articles of a category by position, then by title.',
})
const TextVersion = Type.Integer({ minimum: 1, description: 'Number of the saved text, starting at 1.' })

const settings = {
  handle: Optional(Handle),
  locale: Optional(Locale),
  category: Optional(Category),
  tags: Optional(Tags),
  position: Optional(Position),
}

export const NewArticle = Type.Object({ title: Title, body: Body, ...settings })
export type NewArticle = Static<typeof NewArticle>

export const ArticleChanges = Type.Object({ title: Optional(Title), body: Optional(Body), ...settings })
export type ArticleChanges = Static<typeof ArticleChanges>

export const ArticleSummary = Type.Object({
  id: Id('art'),
  handle: Handle,
  title: Title,
  locale: Locale,
  category: Category,
  tags: Tags,
  position: Position,
  status: Status,
  currentVersion: TextVersion,
  publishedVersion: Nullable(TextVersion, { description: 'The text that visitors see; null for a draft.' }),
  publishedAt: Nullable(Timestamp, { description: 'When visitors first saw this text.' }),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ArticleSummary = Static<typeof ArticleSummary>

export const Article = Type.Object({
  ...ArticleSummary.properties,
  body: Body,
  html: Nullable(
    Type.String({
      description:
        'The published text as HTML that is safe to embed in a page: no scripts, images or raw HTML. Null for a draft.',
    }),
  ),
})
export type Article = Static<typeof Article>

export const ArticleVersion = Type.Object({
  id: Id('artv'),
  version: TextVersion,
  title: Title,
  body: Body,
  createdAt: Timestamp,
})

/** What visitors see. */
export const PublishedArticle = Type.Object({
  id: Id('art'),
  handle: Handle,
  title: Title,
  body: Body,
  html: Type.String(),
  locale: Locale,
  category: Category,
  tags: Tags,
  publishedAt: Timestamp,
})
export type PublishedArticle = Static<typeof PublishedArticle>

export const ArticlesQuery = PageQuery({
  q: Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Words of the title or text.' })),
  status: Optional(Status),
  locale: Optional(Locale),
})
export type ArticlesQuery = Static<typeof ArticlesQuery>

/** The page limit is low, because each version may have 100 kB. */
export const ArticleVersionsQuery = PageQuery({
  limit: Optional(
    Type.Integer({ minimum: 1, maximum: 10, default: 10, description: 'Maximum number of versions to return.' }),
  ),
})

export const ArticlePath = Type.Object({ id: Id('art') })
export const ArticleLookupPath = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'ID or handle.' }),
})
export const ArticlePreviewRequest = Type.Object({ body: Body })
export type ArticlePreviewRequest = Static<typeof ArticlePreviewRequest>
export const ArticlePreview = Type.Object({ html: Type.String({ description: 'Safe HTML.' }) })
