import sanitizeHtml from 'sanitize-html'
import type { TicketAttachment } from '../schemas.ts'

const TAGS = [
  ...['a', 'abbr', 'b', 'blockquote', 'br', 'center', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'font', 'h1', 'h2'],
  ...['h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub'],
  ...['sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul'],
]
const COLOR = /^(#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\([\d.,%\s]{1,40}\))$/i
const LENGTH = /^\d{1,4}(\.\d{1,2})?(px|pt|em|%)$/

/**
 * For display in a frame. Remote images tell the sender when and where a message is read, so only the images that came
 * with the message stay; they are replaced by their attachments.
 */
export function sanitizeMessage(html: string, attachments: TicketAttachment[]): string {
  const byContentId = new Map(attachments.flatMap((one) => (one.contentId ? [[one.contentId, one] as const] : [])))
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height', 'data-blocked-src'],
      td: ['colspan', 'rowspan', 'align', 'valign'],
      th: ['colspan', 'rowspan', 'align', 'valign'],
      ol: ['start', 'type'],
      '*': ['style', 'dir'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedStyles: {
      '*': {
        color: [COLOR],
        'background-color': [COLOR],
        'text-align': [/^(left|right|center|justify)$/],
        'font-weight': [/^(bold|normal|[1-9]00)$/],
        'font-style': [/^(italic|normal)$/],
        'text-decoration': [/^(underline|line-through|none)$/],
        'font-size': [LENGTH],
        'padding-left': [LENGTH],
        'margin-left': [LENGTH],
      },
    },
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, rel: 'noopener noreferrer nofollow', target: '_blank' },
      }),
      img: (tagName, { src = '', alt = '', width = '', height = '' }) => {
        const size = { ...(width && { width }), ...(height && { height }) }
        const inline = byContentId.get(src.replace(/^cid:/i, ''))
        if (inline && /^cid:/i.test(src)) return { tagName, attribs: { src: inline.url, alt, ...size } }
        return { tagName, attribs: { ...(/^https?:/i.test(src) && { 'data-blocked-src': src }), alt, ...size } }
      },
    },
    nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'head'],
  })
}
