import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Descriptions that come from other shops are HTML, which is Markdown too; what could do harm is taken out afterwards. */
const markdown = new MarkdownIt('commonmark', { html: true, xhtmlOut: false }).enable(['table', 'strikethrough'])

const ALLOWED: sanitizeHtml.IOptions = {
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

/** HTML that is safe in any page. */
export const toDescriptionHtml = (text: string): string => sanitizeHtml(markdown.render(text), ALLOWED)

/** Only the words. */
export const toPlainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
