import { inflateSync } from 'node:zlib'

type Glyphs = Map<string, string>

/**
 * The text of a PDF that pdfkit wrote, one line per string, in drawing order. Strings are glyphs of an embedded font,
 * which says what characters they are.
 */
export function readPdfText(pdf: Buffer): string {
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
  return [...source.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id]) => readContent(streamOf(id), fonts)).join('\n')
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

function readContent(content: string, fonts: Map<string, Glyphs>): string {
  let glyphs: Glyphs | undefined
  const lines: string[] = []
  for (const [, font, strings] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) glyphs = fonts.get(font)
    if (strings === undefined) continue
    const hex = [...strings.matchAll(/<([0-9a-f]*)>/gi)].map(([, part]) => part).join('')
    lines.push((hex.match(/.{4}/g) ?? []).map((glyph) => glyphs?.get(glyph.toLowerCase()) ?? '?').join(''))
  }
  return lines.join('\n')
}
