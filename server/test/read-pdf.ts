import { inflateSync } from 'node:zlib'

type Glyphs = Map<string, string>

/**
 * The text of a PDF that pdfkit wrote, one line per string, in drawing order. Strings are glyphs of an embedded font,
 * which says what characters they are.
 */
export const readPdfText = (pdf: Buffer): string =>
  readPdfStrings(pdf)
    .map(({ text }) => text)
    .join('\n')

interface PdfString {
  text: string
  /** Above the bottom of the page, in points. */
  y: number
}

export function readPdfStrings(pdf: Buffer): PdfString[] {
  const source = pdf.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body ?? '']),
  )
  const streamOf = (id: string | undefined) => inflate(objects.get(id) ?? '')
  const fonts = new Map(
    [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
      return [name, readGlyphs(streamOf(map))]
    }),
  )
  return [...source.matchAll(/\/Contents (\d+) 0 R/g)].flatMap(([, id]) => readContent(streamOf(id), fonts))
}

function inflate(object: string): string {
  const [, body] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(object) ?? []
  return body === undefined ? '' : inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
}

function readGlyphs(map: string): Glyphs {
  const glyphs: Glyphs = new Map()
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const start = Number.parseInt(from, 16)
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      const utf16 = Buffer.from(code.replaceAll(' ', ''), 'hex').swap16()
      glyphs.set((start + index).toString(16).padStart(4, '0'), utf16.toString('utf16le'))
    }
  }
  return glyphs
}

function readContent(content: string, fonts: Map<string, Glyphs>): PdfString[] {
  let glyphs: Glyphs | undefined
  let y = 0
  const found: PdfString[] = []
  for (const [, top, font, strings] of content.matchAll(/([\d.]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (top !== undefined) y = Number(top)
    if (font !== undefined) glyphs = fonts.get(font)
    if (strings === undefined) continue
    const hex = [...strings.matchAll(/<([0-9a-f]*)>/gi)].map(([, part]) => part).join('')
    const text = (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs?.get(glyph.toLowerCase()) ?? '?').join('')
    found.push({ text, y })
  }
  return found
}
