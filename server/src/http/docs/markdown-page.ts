import { dirname, posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import { escapeHtml } from '../../kit/escape-html.ts'
import { type Guide, pageOf } from './guides.ts'

export interface Section {
  /** Empty for the text above the first heading. */
  id: string
  title: string
  level: number
  text: string
}

export interface MarkdownPage {
  title: string
  html: string
  /** For the table of contents and the search. */
  sections: Section[]
}

type Token = ReturnType<MarkdownIt['parse']>[number]

const markdown = new MarkdownIt({ html: false, linkify: false })
// A table or a block of code that is wider than the page scrolls by itself, also with the keyboard.
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'
markdown.renderer.rules.fence = (tokens, index) => codeBlock(tokens[index]?.content ?? '', tokens[index]?.info)

export const codeBlock = (code: string, language = ''): string =>
  `<pre tabindex="0" data-language="${escapeHtml(language.trim())}"><code>${escapeHtml(code.trimEnd())}</code></pre>\n`

/** For the short texts of the reference, whose links are addresses already. */
export const renderText = (text: string): string => markdown.render(text)

export function renderGuide(source: string, { slug, file }: Guide): MarkdownPage {
  const tokens = markdown.parse(source, {})
  const sections: Section[] = [{ id: '', title: '', level: 1, text: '' }]
  const ids = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') rewriteLinks(token, file)
    // The content security policy forbids inline styles.
    if (token.attrGet('style')) token.attrs = [['class', token.attrGet('style')?.replace('text-align:', '') ?? '']]
    if (token.type === 'heading_open') {
      const title = textOf(tokens[index + 1])
      const id = uniqueId(title, ids)
      token.attrSet('id', id)
      sections.push({ id, title, level: Number(token.tag.slice(1)), text: '' })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1)
      if (section) section.text += `${textOf(token)} `
    }
  }
  const html = markdown.renderer.render(tokens, markdown.options, {}).replaceAll(/<th[^>]*><\/th>/g, '<td></td>')
  const title = sections.find(({ level, id }) => level === 1 && id)?.title ?? slug
  return { title, html: slug === 'errors' ? withCodeIds(html) : html, sections }
}

/** So that the reference can link to a code. */
const withCodeIds = (html: string): string =>
  html.replaceAll(/<td><code>([a-z_]+)<\/code><\/td>/g, '<td id="$1"><code>$1</code></td>')

function textOf(token: Token | undefined): string {
  const parts = token?.children ?? []
  return parts.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}

/** As GitHub does, so that links work in both places. */
function uniqueId(title: string, used: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  const count = used.get(id) ?? 0
  used.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

function rewriteLinks(token: Token, file: string): void {
  for (const child of token.children ?? []) {
    const href = child.type === 'link_open' ? child.attrGet('href') : undefined
    if (!href || /^(https?:|mailto:|#|\/)/.test(href)) continue
    const [path = '', hash] = href.split('#')
    const target = pageOf(posix.normalize(posix.join(dirname(file), path)), hash ? `#${hash}` : '')
    // A file that has no page, such as the license: its name says where it is.
    if (target) child.attrSet('href', target)
    else child.attrs = null
  }
}
