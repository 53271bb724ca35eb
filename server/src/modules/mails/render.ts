import { randomBytes } from 'node:crypto'
import { renderMarkdown } from '../policies/markdown.ts'
import { escapeHtml, type Shop, type Values } from './blocks.ts'
import { frame } from './frame.ts'
import { namesIn, replaceNames } from './placeholders.ts'
import type { MailPreview } from './schemas.ts'

interface Template {
  subject: string
  body: string
}

/**
 * Both parts of a mail. What buyers have written is never read as Markdown: it would let a name become a link. So each
 * placeholder goes through the renderer as a word that nobody can guess, and its value is put in afterwards.
 */
export function render(template: Template, values: Values, shop: Shop): MailPreview {
  const subject = oneLine(fill(template.subject, values))
  const body = withoutEmpty(template.body.replaceAll('\r\n', '\n'), values)
  return { subject, text: `${fill(plain(body), values).trim()}\n`, html: frame(subject, toHtml(body, values), shop) }
}

const fill = (text: string, values: Values): string => replaceNames(text, (name) => values[name]?.text ?? '')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A heading over nothing would puzzle a buyer: a paragraph whose placeholders are all empty is left out. */
function withoutEmpty(body: string, values: Values): string {
  const isEmpty = (paragraph: string) => {
    const names = namesIn(paragraph)
    return names.length > 0 && names.every((name) => !values[name]?.text)
  }
  const paragraphs = body.split(/\n[ \t]*\n+/)
  return paragraphs.filter((paragraph) => !isEmpty(paragraph)).join('\n\n')
}

/** Markdown reads well as it is, but for its stars, its links and its headings. */
const plain = (body: string): string =>
  body
    .replaceAll(/\[([^\]\n]{1,300})\]\(([^)\s]{1,2000})\)/g, '$1: $2')
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '$1')

function toHtml(body: string, values: Values): string {
  const mark = `x${randomBytes(12).toString('hex')}x`
  const names: string[] = []
  const marked = replaceNames(body, (name) => `${mark}${names.push(name) - 1}x`)
  const rendered = renderMarkdown(keepLines(marked))
  const word = `${mark}(\\d+)x`
  const valueAt = (index: string) => values[names[Number(index)] ?? ''] ?? { text: '' }
  return rendered
    .replaceAll(/href="[^"]*"/g, (address) =>
      address.replaceAll(new RegExp(word, 'g'), (_, index) => encodeURIComponent(valueAt(index).text)),
    )
    .replaceAll(new RegExp(`<p>${word}</p>`, 'g'), (whole, index) => valueAt(index).html ?? whole)
    .replaceAll(new RegExp(word, 'g'), (_, index) => lines(valueAt(index).text))
}

/** A line that ends is meant to end: who writes a mail is not writing Markdown. */
const keepLines = (body: string): string => body.replaceAll(/(\S)[ \t]*\n(?=\S)/g, '$1  \n')

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')
