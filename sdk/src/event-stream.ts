import { parseJson } from './json.ts'

export interface StreamEvent {
  /** `message` when the server sent no name. */
  event: string
  /** Parsed JSON, or the text when it is not JSON. */
  data: unknown
  /** The last id the stream sent, with this event or earlier; empty if none. */
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
    // Skips `retry`, which is for clients that reconnect by themselves, and comments, whose field name is empty.
  }
  // The specification drops an event without its closing empty line: it was cut off.
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

/**
 * Lines end in CRLF, LF or CR. Emits a line as soon as its CR arrives; an LF at the start of the next chunk belongs to
 * the same line end.
 */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // Also drops a byte order mark and buffers a split character until its remaining bytes arrive.
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
