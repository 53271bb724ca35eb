import { escapeHtml } from '../../kit/escape-html.ts'
import { keepLineBreaks, markdownToText, renderMarkdown } from '../../kit/markdown.ts'
import type { Branding } from '../theme/theme.ts'

const MAX_SUBJECT_LENGTH = 250
const TICKET_MARK = /\s*\[#\d+\]/g
/** As clients write it in English, German, Dutch, Scandinavian languages, Spanish and French. */
const REPLY_PREFIX = /^\s*(re|aw|antw|sv|vs|rv|réf?)\s*(\[\d+\])?\s*:/i

/** `Re: Where is my order? [#1001]`. The marks of other tickets are removed: an answer must find this one. */
export function replySubject(subject: string, ticketNumber: number): string {
  const plain = subject.replaceAll(TICKET_MARK, '').trim().slice(0, MAX_SUBJECT_LENGTH).trim()
  return `${REPLY_PREFIX.test(plain) ? '' : 'Re: '}${plain} [#${ticketNumber}]`
}

/** Longer lists are cut by mail servers anyway; clients need the first and the latest. */
const MAX_REFERENCES = 20

/** `References` of an answer: the conversation from its first email on, ending with the email that is answered. */
export function threadReferences(messageIds: string[], inReplyTo: string | undefined): string[] {
  const others = [...new Set(messageIds)].filter((id) => id !== inReplyTo)
  const chain = inReplyTo === undefined ? others : [...others, inReplyTo]
  return chain.length <= MAX_REFERENCES ? chain : [...chain.slice(0, 1), ...chain.slice(1 - MAX_REFERENCES)]
}

export interface QuotedMessage {
  author: string
  createdAt: string
  text: string
}

export interface EmailContent {
  subject: string
  text: string
  /** Replaces the text in the HTML part; it must be safe. */
  html?: string | null
  /** Markdown. */
  signature: string
  quoted?: QuotedMessage | undefined
}

/** Enough to recall what the answer is about. */
const MAX_QUOTE_LENGTH = 5000

/** Renders the text and HTML parts: the message, the signature, and what it answers, which clients fold. */
export function renderTicketEmail(content: EmailContent, shop: Branding): { text: string; html: string } {
  const signature = content.signature.replaceAll('\r\n', '\n').trim()
  const quoted = content.quoted && {
    ...content.quoted,
    heading: quoteHeading(content.quoted, shop),
    text: shorten(content.quoted.text.replaceAll('\r\n', '\n').trim(), MAX_QUOTE_LENGTH),
  }
  const text = [
    content.text.replaceAll('\r\n', '\n').trim(),
    // The separator of signatures (RFC 3676): clients fold what follows.
    signature && `-- \n${markdownToText(signature)}`,
    quoted && `${quoted.heading}\n${quoted.text.replaceAll(/^/gm, '> ')}`,
  ]
  const html = [
    `<div>${content.html ?? textToHtml(content.text)}</div>`,
    signature && signatureHtml(signature, shop),
    quoted && quoteHtml(quoted.heading, quoted.text),
  ]
  return {
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: renderPage(content.subject, html.filter(Boolean), shop),
  }
}

const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).trimEnd()} …`

function quoteHeading({ author, createdAt }: QuotedMessage, { timeZone }: Branding): string {
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(createdAt),
  )
  return `On ${time}, ${author.replaceAll(/\s+/g, ' ')} wrote:`
}

const URL_PATTERN = /https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]]/g

/** Paragraphs and line breaks as they were written; addresses of pages become links. */
export function textToHtml(text: string): string {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
  return paragraphs.map((paragraph) => `<p style="margin:0 0 1em">${linkUrls(paragraph)}</p>`).join('\n')
}

function linkUrls(text: string): string {
  let [html, end] = ['', 0]
  for (const match of text.matchAll(URL_PATTERN)) {
    const url = escapeHtml(match[0])
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${url}">${url}</a>`
    end = match.index + match[0].length
  }
  return (html + escapeHtml(text.slice(end))).replaceAll('\n', '<br>')
}

const signatureHtml = (signature: string, { color }: Branding): string =>
  `<div style="margin-top:1.5em;padding-left:12px;border-left:3px solid ${color};color:#52525b">${renderMarkdown(keepLineBreaks(signature))}</div>`

/** The class is the one that most clients know, and fold. */
const quoteHtml = (heading: string, text: string): string =>
  `<div class="gmail_quote" style="margin-top:1.5em;color:#71717a"><div class="gmail_attr">${escapeHtml(heading)}</div>
<blockquote class="gmail_quote" style="margin:0.5em 0 0;padding-left:12px;border-left:1px solid #d4d4d8">${escapeHtml(text).replaceAll('\n', '<br>')}</blockquote></div>`

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** A letter, not a newsletter: it looks like the emails that people write. */
const renderPage = (title: string, parts: (string | undefined)[], { locale }: Branding): string => `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:8px;font-family:${FONT};font-size:15px;line-height:1.5">
${parts.join('\n')}
</body>
</html>
`
