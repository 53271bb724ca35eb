import { hash } from 'node:crypto'
import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/**
 * Descriptions imported from other shops are HTML, which is valid Markdown too; unsafe markup is removed afterwards.
 */
const markdown = new MarkdownIt('commonmark', { html: true, xhtmlOut: false }).enable(['table', 'strikethrough'])

const SANITIZE_OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== 'main' && tag !== 'section'),
    'img',
    'del',
    'ins',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['align'],
    th: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }) },
}

/** The longest descriptions take a second to render, and are requested in every currency. */
const MAX_CACHED = 500
const cache = new Map<string, RenderedDescription>()

interface RenderedDescription {
  /** Safe to embed in any page. */
  html: string
  plainText: string
}

export function toDescription(markdownText: string): RenderedDescription {
  const key = hash('sha1', markdownText, 'base64')
  const cached = cache.get(key)
  if (cached) return cached
  const html = renderDescription(markdownText)
  const rendered = { html, plainText: toPlainText(html) }
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, rendered)
  return rendered
}

/** Not cached: for work on the whole catalog, which would evict everything else. */
export const renderDescription = (text: string): string => sanitizeHtml(markdown.render(text), SANITIZE_OPTIONS)

export const toPlainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
