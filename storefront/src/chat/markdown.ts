import { element, link } from './dom.ts'

/** Paragraphs, lists, bold and links: what answers consist of. Everything else shows as it was written. */
export function renderMarkdown(text: string): Node[] {
  return text
    .split(/\n{2,}/)
    .flatMap((block) => splitLists(block.split('\n')))
    .map((lines) => {
      const isList = lines.every((line) => LIST_ITEM.test(line))
      if (!isList)
        return element(
          'p',
          {},
          ...lines.flatMap((line, at) => [...(at > 0 ? [element('br')] : []), ...renderInline(line)]),
        )
      const items = lines.map((line) => element('li', {}, ...renderInline(line.replace(LIST_ITEM, ''))))
      return element(/^\s*\d/.test(lines[0] ?? '') ? 'ol' : 'ul', {}, ...items)
    })
}

const LIST_ITEM = /^\s*(?:[-*•]|\d+\.)\s+/

/** A list may follow its sentence without an empty line. */
function splitLists(lines: string[]): string[][] {
  const groups: string[][] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const last = groups.at(-1)
    if (last && LIST_ITEM.test(last[0] ?? '') === LIST_ITEM.test(line)) last.push(line)
    else groups.push([line])
  }
  return groups
}

const INLINE = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^)\s]+)\)|(https?:\/\/[^\s<>()]+[^\s<>().,!?;:])/g

function renderInline(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, label, target, url] = match
    nodes.push(document.createTextNode(text.slice(end, match.index)))
    if (bold) nodes.push(element('strong', {}, bold))
    else nodes.push(link(target ?? url ?? '', label ?? url ?? whole))
    end = match.index + whole.length
  }
  nodes.push(document.createTextNode(text.slice(end)))
  return nodes
}
