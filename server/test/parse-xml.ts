/** An element with its text or its children. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

const TOKEN = /<\?xml [^?]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<&]*")*)\s*>|([^<]+)|(.)/gsu
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Characters that XML 1.0 allows. */
const VALID = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

/** The root of a document without comments, CDATA and empty elements. Throws if it is not well-formed. */
export function parseXml(document: string): XmlElement {
  if (!VALID.test(document)) throw new Error('a character that XML does not allow')
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  for (const [token, closing, name, , text, other] of document.matchAll(TOKEN)) {
    const current = open.at(-1)
    if (!current || other !== undefined) throw new Error(`unexpected ${token}`)
    if (text !== undefined) current.text += decode(text)
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`unexpected ${token}`)
    } else if (name !== undefined) {
      const element = { name, text: '', children: [] }
      current.children.push(element)
      open.push(element)
    }
  }
  const [element, ...rest] = root.children
  if (open.length !== 1 || !element || rest.length > 0) throw new Error('not one closed root element')
  return element
}

function decode(text: string): string {
  return text.replace(/&([^;]*);?/g, (entity, name: string) => {
    const character = ENTITIES[name]
    if (character === undefined || !entity.endsWith(';')) throw new Error(`unexpected ${entity}`)
    return character
  })
}
