export interface RawHeader {
  /** In lower case. */
  key: string
  originalKey: string
  value: string
}

const MAX_HEADER_BYTES = 256 * 1024
const MAX_HEADERS = 500

/** The headers of an email without parsing the rest: fast, and for emails that can't be parsed. */
export function readHeaders(raw: Uint8Array): RawHeader[] {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MAX_HEADER_BYTES)).toString('utf8')
  const headers: RawHeader[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '' || headers.length > MAX_HEADERS) break
    const last = headers.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last) last.value = `${last.value} ${line.trim()}`
      continue
    }
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const originalKey = line.slice(0, colon).trim()
    headers.push({ key: originalKey.toLowerCase(), originalKey, value: line.slice(colon + 1).trim() })
  }
  return headers
}
