import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorDetail, invalidRequest, MAX_DETAILS } from '../../kit/errors.ts'

const MAX_DEPTH = 32
/** Of a body of any size; a larger one may have more. */
const MIN_MAX_VALUES = 10_000
/** Ours are longer on average, with their names: a body of single digits only costs time. */
const MIN_BYTES_PER_VALUE = 8
/** Both can only appear as an escape, so most bodies need no second check. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/i

/**
 * JSON with limits of depth and density, which neither `JSON.parse` nor Fastify has, and only with text that a database
 * can store.
 */
export function limitJsonBodies(app: FastifyInstance, onCostlyBody: (ip: string, sizeBytes: number) => void): void {
  const enqueue = newWorkQueue()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length <= LARGE_BYTES) parseBody(request, bytes, done)
    else enqueue(() => parseBody(request, bytes, done))
  })

  function parseBody(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) {
    // A decoder would replace it by U+FFFD, which nobody wrote.
    if (!isUtf8(bytes)) return done(invalidRequest('The body is not valid UTF-8.'))
    const shapeError = findShapeError(bytes)
    if (shapeError) {
      onCostlyBody(request.ip, bytes.length)
      return done(invalidRequest(`The body ${shapeError}.`))
    }
    const text = bytes.toString()
    parse(request, text, (error, body) => {
      const details = !error && UNSTORABLE_ESCAPE.test(text) ? [...findUnstorable(body).take(MAX_DETAILS)] : []
      if (error && bytes.length <= LARGE_BYTES) return done(describeSyntaxError(text) ?? error)
      if (details.length === 0) return done(error, body)
      done(
        invalidRequest(
          'A string contains a NUL character or half of a surrogate pair, which can’t be stored.',
          details,
        ),
      )
    })
  }
}

const LARGE_BYTES = 16_384

/** The parser's reason without the excerpt of the body: "Expected property name or '}' (line 1, column 2)". */
function describeSyntaxError(text: string): Error | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const [reason = ''] = (error as Error).message.split(/ in JSON at|, (?:\.\.\.)?"/)
    const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec((error as Error).message) ?? []
    const place = line ? ` (line ${line}, column ${column})` : ''
    return text.trim() === '' ? undefined : invalidRequest(`The body is not valid JSON: ${reason}${place}.`)
  }
}

/**
 * Parsing and validating a large body takes milliseconds, so it is one at a time, with the small requests of others in
 * between.
 */
function newWorkQueue(): (work: () => void) => void {
  const queue: (() => void)[] = []
  const runNext = () => {
    try {
      queue[0]?.()
    } finally {
      // Also after an error: the queue must not stall.
      queue.shift()
      if (queue.length > 0) setImmediate(runNext)
    }
  }
  return (work) => {
    queue.push(work)
    if (queue.length === 1) setImmediate(runNext)
  }
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/**
 * Counts brackets and commas outside strings before parsing: a deep or crowded body never becomes a string or an object,
 * which others would wait for at the next garbage collection. In UTF-8 these bytes are never part of another character.
 */
export function findShapeError(bytes: Uint8Array): string | undefined {
  const maxValues = Math.max(MIN_MAX_VALUES, bytes.length / MIN_BYTES_PER_VALUE)
  let depth = 0
  let values = 1
  let inString = false
  for (let index = 0; index < bytes.length; index++) {
    const character = bytes[index]
    if (inString) {
      if (character === BACKSLASH) index++
      else if (character === QUOTE) inString = false
    } else if (character === QUOTE) inString = true
    else if (character === COMMA) {
      if (++values > maxValues) return 'has too many values for its size'
    } else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return `must be nested at most ${MAX_DEPTH} levels deep`
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth--
  }
  return undefined
}

export const isStorable = (value: unknown): boolean => findUnstorable(value).next().done === true

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Values that can't be stored, each with its path. For a name that can't be stored, the path is its parent's: the name
 * could not be shown either.
 */
function* findUnstorable(value: unknown, path = ''): Generator<ErrorDetail, undefined> {
  if (typeof value === 'string' && !isStorableText(value)) yield { path, message: UNSTORABLE }
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    if (isStorableText(name)) yield* findUnstorable(child, childPath(path, name))
    else yield { path, message: `has a field whose name ${UNSTORABLE}` }
  }
}

/** Long property names must not be repeated fifty times. */
const MAX_PATH = 200

const childPath = (path: string, name: string): string =>
  path.length > MAX_PATH ? path : `${path}/${name.slice(0, MAX_PATH).replaceAll('~', '~0').replaceAll('/', '~1')}`

const UNSTORABLE = 'contains a NUL character or half of a surrogate pair'
