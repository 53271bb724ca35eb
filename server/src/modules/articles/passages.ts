import { type MarkdownToken, parseMarkdown } from '../../kit/markdown.ts'

/** A part of a document, as plain text. */
export interface TextPassage {
  /** The heading it stands under; null before the first one. */
  heading: string | null
  text: string
}

/** Long enough for a rule with its exceptions, short enough to be quoted in an answer. */
export const MAX_PASSAGE_LENGTH = 900

/** Cuts a Markdown document at its headings, and where a section is too long, between its paragraphs. */
export function cutPassages(body: string): TextPassage[] {
  const passages: TextPassage[] = []
  let heading: string | null = null
  let paragraphs: string[] = []
  const flush = () => {
    for (const text of joinUpTo(paragraphs, MAX_PASSAGE_LENGTH)) passages.push({ heading, text })
    paragraphs = []
  }
  for (const block of toBlocks(parseMarkdown(body))) {
    if (block.kind === 'paragraph') {
      paragraphs.push(block.text)
      continue
    }
    flush()
    heading = block.text || null
  }
  flush()
  return passages
}

interface Block {
  kind: 'heading' | 'paragraph'
  text: string
}

/** Headings, paragraphs, list items and table rows in order. */
function toBlocks(tokens: MarkdownToken[]): Block[] {
  const blocks: Block[] = []
  const lists: { next: number | null }[] = []
  let marker = ''
  let isHeading = false
  let columns: string[] = []
  let cells: string[] | undefined
  for (const { type, content, children, attrs } of tokens) {
    if (type === 'heading_open') isHeading = true
    if (type === 'heading_close') isHeading = false
    if (type === 'bullet_list_open') lists.push({ next: null })
    if (type === 'ordered_list_open') lists.push({ next: Number(attrs?.find(([name]) => name === 'start')?.[1] ?? 1) })
    if (type === 'bullet_list_close' || type === 'ordered_list_close') lists.pop()
    if (type === 'list_item_open') marker = nextMarker(lists.at(-1))
    if (type === 'tr_open') cells = []
    if (type === 'tr_close' && cells) {
      if (columns.length === 0) columns = cells
      else blocks.push({ kind: 'paragraph', text: describeRow(columns, cells) })
      cells = undefined
    }
    if (type === 'table_close') columns = []
    if (type === 'fence' || type === 'code_block') blocks.push({ kind: 'paragraph', text: content.trim() })
    if (type !== 'inline') continue
    const text = toPlainText(children ?? [])
    if (cells) cells.push(text)
    else if (isHeading) blocks.push({ kind: 'heading', text })
    else if (text !== '') blocks.push({ kind: 'paragraph', text: marker + text })
    marker = ''
  }
  return blocks
}

function nextMarker(list: { next: number | null } | undefined): string {
  if (!list || list.next === null) return '- '
  list.next += 1
  return `${list.next - 1}. `
}

/** A row is only understood with the names of its columns: "Germany: Price €4.90, Free from €50". */
function describeRow([, ...columns]: string[], [label = '', ...values]: string[]): string {
  const parts = values.flatMap((value, at) => (value === '' ? [] : [`${columns[at] ?? ''} ${value}`.trim()]))
  return parts.length > 0 ? `${label}: ${parts.join(', ')}` : label
}

const toPlainText = (children: MarkdownToken[]): string =>
  children
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? '\n' : content))
    .join('')
    .trim()

/** As few texts as possible, none longer than `maxLength`. Lists and tables stay lines; paragraphs are separated. */
function joinUpTo(paragraphs: string[], maxLength: number): string[] {
  const texts: string[] = []
  let current = ''
  for (const part of paragraphs.flatMap((paragraph) => splitLongText(paragraph, maxLength))) {
    const joined = current === '' ? part : `${current}\n${part}`
    if (joined.length > maxLength) {
      texts.push(current)
      current = part
    } else current = joined
  }
  return current === '' ? texts : [...texts, current]
}

/** At the end of a sentence, or else of a word. */
function splitLongText(text: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxLength) {
    const start = rest.slice(0, maxLength)
    const sentenceEnd = Math.max(...['. ', '! ', '? ', '\n'].map((end) => start.lastIndexOf(end) + 1))
    const wordEnd = start.lastIndexOf(' ')
    const end = [sentenceEnd, wordEnd].find((at) => at > maxLength / 3) ?? lastWholeCharacter(start)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** Never between the halves of a surrogate pair. */
const lastWholeCharacter = (text: string): number => (/[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length)
