type Child = Node | string | null | undefined
type Attributes = Record<string, string | boolean | null | ((event: Event) => void)>

/** An element with attributes and event handlers. Text is always text: nothing here parses HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value)
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? '' : value)
  }
  for (const child of children) if (child) node.append(child)
  return node
}

/** Other addresses, such as `javascript:`, become text. */
export const isSafeUrl = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url)

export const link = (url: string | null, text: string): Node =>
  url && isSafeUrl(url)
    ? element('a', { href: url, target: '_blank', rel: 'noopener nofollow' }, text)
    : document.createTextNode(text)
