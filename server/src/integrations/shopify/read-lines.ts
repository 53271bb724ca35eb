import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { backoffMs } from '../../kit/backoff.ts'
import { ShopSourceError } from '../../ports/shop-source.ts'
import { openSafeGet } from '../safe-post.ts'
import { toUnavailable } from './errors.ts'

const MAX_RETRIES = 5
/** The largest product has a description and metafields of some hundred kilobytes. */
const MAX_LINE_BYTES = 16 * 1024 ** 2
const NEWLINE = 10

export interface ReadOptions {
  allowLoopback: boolean
  /** Without any data. */
  timeoutMs: number
  firstRetryMs: number
}

export interface TextLine {
  text: string
  endByte: number
}

/**
 * The lines of a file, which may have gigabytes: holds one chunk and one line at a time. When the connection breaks, it
 * continues with the next line.
 */
export async function* readLines(
  url: string,
  fromByte: number,
  options: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<TextLine> {
  let position = fromByte
  for (let failures = 0; ; failures++) {
    try {
      for await (const line of readLinesOnce(url, position, options, signal)) {
        position = line.endByte
        failures = 0
        yield line
      }
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ShopSourceError) || !error.isRetryable || failures === MAX_RETRIES) throw error
      const backoff = { firstMs: options.firstRetryMs, longestMs: 10_000 }
      await setTimeout(backoffMs(failures, backoff), undefined, { signal })
    }
  }
}

async function* readLinesOnce(
  url: string,
  fromByte: number,
  { allowLoopback, timeoutMs }: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<TextLine> {
  const silence = newSilenceDetector(timeoutMs)
  const headers = { range: `bytes=${fromByte}-` }
  const anySignal = AbortSignal.any([signal, silence.signal])
  const options = { allowHttp: false, allowLoopback }
  const response = await silence.expect(openSafeGet(url, headers, options, anySignal), 'The download failed.')
  try {
    const file = locate(response, fromByte)
    if (file) yield* splitLines(receive(response, silence), file)
  } finally {
    response.destroy()
  }
}

async function* receive(response: IncomingMessage, silence: SilenceDetector): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await silence.expect(chunks.next(), 'The download was interrupted.')
    if (done) return
    yield value
  }
}

type SilenceDetector = ReturnType<typeof newSilenceDetector>

/** Aborts when the server is silent while we wait for it. A slow reader between two chunks is no silence. */
function newSilenceDetector(timeoutMs: number) {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    async expect<Value>(promise: Promise<Value>, failure: string): Promise<Value> {
      const timer = globalThis.setTimeout(() => controller.abort(), timeoutMs)
      try {
        return await promise
      } catch (error) {
        throw toUnavailable(failure, error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

interface FilePart {
  /** Where the response starts, and where the lines start that we want: a server may ignore the range. */
  startByte: number
  fromByte: number
  /** Undefined when the server does not say. */
  sizeBytes: number | undefined
}

/** Undefined when nothing is left to read. */
function locate({ statusCode = 0, headers }: IncomingMessage, fromByte: number): FilePart | undefined {
  const length = headers['content-length']
  if (statusCode === 200)
    return { startByte: 0, fromByte, sizeBytes: length === undefined ? undefined : Number(length) }
  if (statusCode === 206) {
    const [, start, size] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
    if (Number(start) !== fromByte) throw toUnavailable('The download started at the wrong place.')
    return { startByte: fromByte, fromByte, sizeBytes: size === '*' ? undefined : Number(size) }
  }
  if (statusCode === 416 && fromByte > 0) return undefined
  // The link is signed; the store answers differently to one that is too old, unknown or already deleted.
  if ([400, 401, 403, 404, 410].includes(statusCode)) {
    throw new ShopSourceError('expired', 'The link to the exported data has expired. Start the sync again.')
  }
  throw toUnavailable(`The download returned status ${statusCode}.`)
}

async function* splitLines(chunks: AsyncIterable<Buffer>, file: FilePart): AsyncGenerator<TextLine> {
  const { fromByte, sizeBytes } = file
  let received = file.startByte
  /** Where the current line starts. */
  let lineStart = fromByte
  let pending: Buffer[] = []
  for await (const whole of chunks) {
    const chunk = received < fromByte ? whole.subarray(fromByte - received) : whole
    received += whole.length
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const text = Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8')
      pending = []
      start = end + 1
      lineStart = received - chunk.length + start
      if (text !== '') yield { text, endByte: lineStart }
    }
    if (start < chunk.length) pending.push(chunk.subarray(start))
    if (received - lineStart > MAX_LINE_BYTES) {
      throw new ShopSourceError('rejected', `The exported data contains a line of more than ${MAX_LINE_BYTES} bytes.`)
    }
  }
  if (sizeBytes !== undefined && received < sizeBytes) throw toUnavailable('The download ended early.')
  if (pending.length > 0) yield { text: Buffer.concat(pending).toString('utf8'), endByte: received }
}
