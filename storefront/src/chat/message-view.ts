import { renderCard } from './cards.ts'
import type { Card, ChatMessage, Citation } from './chat-api.ts'
import { element, link } from './dom.ts'
import type { Labels } from './labels.ts'
import { renderMarkdown } from './markdown.ts'

/** A message in the log that can grow while its answer arrives. */
export interface MessageView {
  node: HTMLElement
  /** As plain text, for screen readers. */
  text(): string
  isEmpty(): boolean
  addText(delta: string): void
  addCitation(citation: Citation): void
  addCard(card: Card): void
}

export function createMessageView(
  role: ChatMessage['role'],
  { labels, locale, authorName }: { labels: Labels; locale: string; authorName?: string | null },
): MessageView {
  const author = role === 'customer' ? labels.you : role === 'agent' ? (authorName ?? labels.team) : labels.assistant
  const body = element('div')
  const cards = element('div')
  const sources = element('p', { class: 'sources', hidden: true }, `${labels.sources}: `)
  const node = element(
    'div',
    { class: `message ${role}` },
    element('span', { class: role === 'agent' ? 'author' : 'hidden' }, `${author}: `),
    body,
    cards,
    sources,
  )
  let text = ''
  const cited = new Set<string>()
  return {
    node,
    text: () => `${author}: ${text}`,
    isEmpty: () => text === '' && cards.childElementCount === 0,
    addText(delta) {
      text += delta
      // What customers wrote is shown as they wrote it.
      if (role === 'customer') body.textContent = text
      else body.replaceChildren(...renderMarkdown(text))
    },
    addCitation({ title, url }) {
      if (title === '' || cited.has(title)) return
      if (cited.size > 0) sources.append(', ')
      cited.add(title)
      sources.append(link(url, title))
      sources.hidden = false
    },
    addCard(card) {
      cards.append(renderCard(card, labels, locale))
    },
  }
}
