import { randomBytes } from 'node:crypto'
import { escapeHtml } from '../../kit/escape-html.ts'
import { keepLineBreaks, markdownToText, renderMarkdown } from '../../kit/markdown.ts'
import type { Branding } from '../theme/theme.ts'
import type { PlaceholderValues } from './html-blocks.ts'
import { findPlaceholders, replacePlaceholders } from './placeholders.ts'
import type { EmailPreview } from './schemas.ts'

interface TemplateText {
  subject: string
  body: string
}

/**
 * Renders the text and HTML parts. Buyer input must not be parsed as Markdown, or a name could become a link: each
 * placeholder passes the renderer as a random token and is replaced afterwards.
 */
export function renderEmail(template: TemplateText, values: PlaceholderValues, shop: Branding): EmailPreview {
  const subject = toSingleLine(fillPlaceholders(template.subject, values))
  const body = dropEmptyParagraphs(template.body.replaceAll('\r\n', '\n'), values)
  return {
    subject,
    text: `${fillPlaceholders(markdownToText(body), values).trim()}\n`,
    html: renderLayout(subject, toHtml(body, values), shop),
  }
}

const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  replacePlaceholders(text, (name) => values[name]?.text ?? '')

const toSingleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Drops paragraphs whose placeholders are all empty, so that no heading stands without content. */
function dropEmptyParagraphs(body: string, values: PlaceholderValues): string {
  const isEmpty = (paragraph: string) => {
    const names = findPlaceholders(paragraph)
    return names.length > 0 && names.every((name) => !values[name]?.text)
  }
  const paragraphs = body.split(/\n[ \t]*\n+/)
  return paragraphs.filter((paragraph) => !isEmpty(paragraph)).join('\n\n')
}

/** Unknown to whoever writes a template. One for all emails, because compiling the patterns takes longer than replacing. */
const TOKEN = `x${randomBytes(12).toString('hex')}x`
const TOKENS = new RegExp(`${TOKEN}(\\d+)x`, 'g')
const TOKEN_PARAGRAPHS = new RegExp(`<p>${TOKENS.source}</p>`, 'g')

function toHtml(body: string, values: PlaceholderValues): string {
  const names: string[] = []
  const marked = replacePlaceholders(body, (name) => `${TOKEN}${names.push(name) - 1}x`)
  const rendered = renderMarkdown(keepLineBreaks(marked))
  const valueAt = (index: string) => values[names[Number(index)] ?? ''] ?? { text: '' }
  return rendered
    .replaceAll(/href="[^"]*"/g, (address) =>
      address.replaceAll(TOKENS, (_, index) => encodeURIComponent(valueAt(index).text)),
    )
    .replaceAll(TOKEN_PARAGRAPHS, (match, index) => valueAt(index).html ?? match)
    .replaceAll(TOKENS, (_, index) => toHtmlLines(valueAt(index).text))
}

const toHtmlLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** For email clients that support dark mode; all others use the inline light styles. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#18181b!important}.card{background:#27272a!important;color:#f4f4f5!important}.line{border-color:#3f3f46!important}.soft{color:#a1a1aa!important}.brand{color:#f4f4f5!important}.card a:not([style]){color:#93c5fd}}`

export const renderLayout = (
  title: string,
  content: string,
  { name, locale, color }: Branding,
): string => `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f4f5;font-family:${FONT};font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto">
<p class="brand" style="margin:0 0 12px;padding:0 4px;font-size:18px;font-weight:700;color:#18181b">${escapeHtml(name)}</p>
<div class="card" style="background:#ffffff;color:#18181b;border-top:4px solid ${color};border-radius:8px;padding:24px">
${addInlineStyles(content)}</div>
</div>
</body>
</html>
`

/** The Markdown renderer emits no styles. */
const addInlineStyles = (html: string): string =>
  html
    .replaceAll('<h1>', '<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">')
    .replaceAll('<h2>', '<h2 style="margin:24px 0 8px;font-size:18px;line-height:1.3">')
    .replaceAll('<p>', '<p style="margin:0 0 16px">')
    .replaceAll('<ul>', '<ul style="margin:0 0 16px;padding-left:20px">')
