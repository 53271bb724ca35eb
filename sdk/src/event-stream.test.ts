import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents, type StreamEvent } from './event-stream.ts'

async function* each(chunks: Uint8Array[]) {
  yield* chunks
}

async function eventsOf(chunks: Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readEvents(each(chunks))) events.push(event)
  return events
}

const read = (text: string) => eventsOf([new TextEncoder().encode(text)])
const message = (data: unknown, id = '') => ({ event: 'message', data, id })

describe('readEvents', () => {
  it.each([
    ['an event with a name', 'event: tick\ndata: {"n":1}\n\n', [{ event: 'tick', data: { n: 1 }, id: '' }]],
    ['data that is not JSON', 'data: [DONE]\n\n', [message('[DONE]')]],
    ['data that is the JSON null', 'data: null\n\n', [message(null)]],
    ['data over many lines', 'data: {\ndata: "n": 1\ndata: }\n\n', [message({ n: 1 })]],
    ['text over many lines', 'data: YHOO\ndata: +2\ndata: 10\n\n', [message('YHOO\n+2\n10')]],
    ['line ends of every kind', 'data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r', [message('a\nb\nc'), message('d')]],
    ['a byte order mark, once', '\uFEFFdata: a\n\n\uFEFFdata: b\n\n', [message('a')]],
    ['comments', ': ping\n\n:\n\ndata: a\n: ping\ndata: b\n\n', [message('a\nb')]],
    [
      'one space after the colon, not two',
      'data:a\n\ndata: b\n\ndata:  c\n\n',
      [message('a'), message('b'), message(' c')],
    ],
    ['a field without a colon', 'data\n\ndata\ndata\n\n', [message(''), message('\n')]],
    ['a colon in the value', 'data: a: b\n\n', [message('a: b')]],
    [
      'an id, kept for later events',
      'id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
      [message('a', '7'), message('b', '7'), message('c')],
    ],
    [
      'an id with NUL, which is ignored',
      'id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n',
      [message('a', '7'), message('b', '7')],
    ],
    ['no data, so no event', 'event: tick\nid: 9\n\ndata: a\n\n', [message('a', '9')]],
    ['unknown fields and retry', 'retry: 10\nfoo: bar\n data: x\nDATA: y\ndata: a\n\n', [message('a')]],
    ['an event that is cut off', 'data: a\n\ndata: b\n', [message('a')]],
    ['an end in the middle of a line', 'data: a\n\ndata: b', [message('a')]],
    ['nothing', '', []],
  ])('reads %s', async (_case, text, events) => {
    expect(await read(text)).toEqual(events)
  })

  it('treats CR and LF as one line end, even with an empty chunk between them', async () => {
    const chunks = ['data: a\r', '', '\ndata: b\n\n'].map((text) => new TextEncoder().encode(text))
    expect(await eventsOf(chunks)).toEqual([message('a\nb')])
  })

  it('emits an event as soon as the CR of its empty line arrives', async () => {
    async function* stalled() {
      yield new TextEncoder().encode('data: a\r\r')
      await new Promise(() => {})
    }
    expect(await readEvents(stalled()).next()).toMatchObject({ value: message('a') })
  })

  // Mostly well-formed input: pure noise would rarely produce an event, and then any two parsers agree.
  const fragment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('data: ', 'data:', 'event: ', 'id: ', ': ') },
    { weight: 4, arbitrary: fc.constantFrom('{"a":1}', 'ö', '€', '😀', 'text', ' ', '\uFEFF') },
    { weight: 8, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\r\n\r\n', '\n\n', '\r\r') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  )
  const stream = fc.array(fragment, { maxLength: 80 }).map((fragments) => new TextEncoder().encode(fragments.join('')))

  it('emits the same events however the bytes are chunked', async () => {
    const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 20 })
    const check = async (bytes: Uint8Array, cuts: number[]) => {
      expect(await eventsOf(splitAt(bytes, cuts))).toEqual(await eventsOf([bytes]))
      expect(await eventsOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(await eventsOf([bytes]))
    }
    await fc.assert(fc.asyncProperty(stream, cuts, check), { numRuns: 500 })
  })

  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0]/g, ''))
  const written = fc.record({
    event: line.filter((name) => name !== ''),
    id: line,
    data: fc.oneof(
      fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n')),
      fc.json(),
    ),
    end: fc.constantFrom('\n', '\r', '\r\n'),
  })

  it('reads back what a server has written', async () => {
    const check = async (events: { event: string; id: string; data: string; end: string }[]) => {
      const text = events.map(({ event, id, data, end }) =>
        [`event: ${event}`, `id: ${id}`, ...data.split('\n').map((line) => `data: ${line}`), '', ''].join(end),
      )
      const expected = events.map(({ event, id, data }) => ({ event, data: jsonOr(data), id }))
      expect(await read(text.join(': next\n'))).toEqual(expected)
    }
    await fc.assert(fc.asyncProperty(fc.array(written, { maxLength: 8 }), check), { numRuns: 300 })
  })
})

function splitAt(bytes: Uint8Array, cuts: number[]): Uint8Array[] {
  const offsets = [0, ...cuts.map((offset) => Math.min(offset, bytes.length)).sort((a, b) => a - b), bytes.length]
  return offsets.slice(1).map((end, index) => bytes.subarray(offsets[index], end))
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
