import { escapeHtml } from '../../kit/escape-html.ts'
import type { Branding } from '../theme/theme.ts'

/**
 * Value of a placeholder, for the text and HTML parts. With `html` it is a block, such as a table or a button between
 * paragraphs.
 */
export interface PlaceholderValue {
  text: string
  html?: string
}
export type PlaceholderValues = Record<string, PlaceholderValue>

export interface TableRow {
  title: string
  /** In small type below the title. */
  subtitle?: string
  price?: string | undefined
}

const EMPTY_VALUE = { text: '', html: '' }
const CELL = 'padding:10px 0;border-bottom:1px solid #e4e4e7;vertical-align:top'
const TABLE = 'width:100%;border-collapse:collapse;margin:0 0 20px'

/** Styles are inline on each cell, because many email clients ignore style sheets. */
export function itemTable(rows: TableRow[]): PlaceholderValue {
  if (rows.length === 0) return EMPTY_VALUE
  const text = rows.map(({ title, subtitle, price }) =>
    [`- ${title}`, subtitle && `(${subtitle})`, price && `  ${price}`].filter(Boolean).join(' '),
  )
  const cells = rows.map(({ title, subtitle, price }) => {
    const subtitleHtml = subtitle
      ? `<br><span class="soft" style="color:#71717a;font-size:14px">${escapeHtml(subtitle)}</span>`
      : ''
    return `<tr><td class="line" style="${CELL}">${escapeHtml(title)}${subtitleHtml}</td>${priceCell(price, CELL)}</tr>`
  })
  return { text: text.join('\n'), html: table(cells) }
}

/** Emphasizes the row titled Total. */
export function totalsTable(rows: TableRow[]): PlaceholderValue {
  const cells = rows.map(({ title, price }) => {
    const style = `padding:3px 0${title === 'Total' ? ';font-weight:700;font-size:18px' : ''}`
    return `<tr><td style="${style}">${escapeHtml(title)}</td>${priceCell(price, style)}</tr>`
  })
  return { text: rows.map(({ title, price }) => `${title}: ${price}`).join('\n'), html: table(cells) }
}

const priceCell = (price: string | undefined, style: string) =>
  price === undefined
    ? ''
    : `<td class="line" style="${style};text-align:right;white-space:nowrap">${escapeHtml(price)}</td>`

const table = (rows: string[]) => `<table role="presentation" style="${TABLE}">${rows.join('')}</table>`

/** Only http and https: the tracking URL is third-party input. */
export function linkButton(label: string, url: string, { color, onColor }: Branding): PlaceholderValue {
  if (!/^https?:\/\/[^/\s]/i.test(url)) return EMPTY_VALUE
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:${onColor};text-decoration:none;font-weight:600`
  return {
    text: url,
    html: `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" rel="nofollow noopener" style="${style}">${escapeHtml(label)}</a></p>`,
  }
}
