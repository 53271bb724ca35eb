import sanitizeHtml from 'sanitize-html'

const BLOCKS = /<\/?(?:p|div|tr|table|ul|ol|h[1-6]|blockquote|section|article|hr)\b[^<>]{0,1000}>/gi
const LINE_BREAKS = /<br\b[^<>]{0,1000}>/gi
const ITEMS = /<li\b[^<>]{0,1000}>/gi
const CELLS = /<\/t[dh]\b[^<>]{0,100}>/gi
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** Readable text of an email that has only HTML. */
export function htmlToText(html: string): string {
  const withBreaks = html
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(LINE_BREAKS, '\n')
    .replaceAll(ITEMS, '\n- ')
    .replaceAll(CELLS, '\t')
    .replaceAll(BLOCKS, '\n')
  const text = sanitizeHtml(withBreaks, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'head'],
  })
  return text
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Where mail programs start the quoted history. */
const QUOTE_STARTS = [
  '<div class="gmail_quote',
  '<div class="gmail_extra',
  '<blockquote class="gmail_quote',
  '<blockquote type="cite"',
  '<div class="moz-cite-prefix',
  '<div id="divrplyfwdmsg"',
  '<div id="appendonsend"',
  '<div id="mail-editor-reference-message-container"',
  '<div class="yahoo_quoted',
  '<div class="protonmail_quote',
  '<div name="quote"',
]

/** The text before the quoted history; undefined if there is none. */
export function textBeforeQuote(html: string): string | undefined {
  const lowered = html.toLowerCase()
  const starts = QUOTE_STARTS.map((start) => lowered.indexOf(start)).filter((at) => at >= 0)
  return starts.length === 0 ? undefined : htmlToText(html.slice(0, Math.min(...starts)))
}
