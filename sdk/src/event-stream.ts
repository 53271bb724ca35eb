import { parseJson } from './json.ts'

export interface StreamEvent {
  /** `message` where the server named none. */
  event: string
  /** Parsed where it is JSON, else the text. */
  data: unknown
  /** The last id that the stream gave, with this event or before it; empty if none. */
  id: string
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent, void, undefined> {
  let event = ''
  let data: string[] = []
  let id = ''
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: jsonOrText(data.join('\n')), id }
      event = ''
      data = []
      continue
    }
    const [field, value] = splitField(line)
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
    // `retry` is for clients that reconnect by themselves, and a comment has an empty field name: both are skipped.
  }
  // What was not closed by an empty line was cut off on the way: the specification drops it.
}

function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  if (colon === -1) return [line, '']
  return [line.slice(0, colon), line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)]
}

function jsonOrText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** Lines end in CRLF, LF or CR. A line is given as soon as its CR is there; an LF that follows in the next chunk is the same end. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // It also drops a byte order mark, and keeps a character that is cut in two until the rest has come.
  const decoder = new TextDecoder()
  let line = ''
  let endedInCr = false
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    if (endedInCr && text.startsWith('\n')) text = text.slice(1)
    endedInCr = text.endsWith('\r')
    const [rest = '', ...following] = text.split(/\r\n|\r|\n/)
    line += rest
    for (const next of following) {
      yield line
      line = next
    }
  }
}
