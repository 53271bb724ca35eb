import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorDetail, invalidRequest, MAX_DETAILS } from '../kit/errors.ts'

export const MAX_DEPTH = 32
/** Neither can be in the text unless it is written as an escape, so most bodies need no second look. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i

/** JSON with a limit on its depth, which neither `JSON.parse` nor Fastify has, and only with text that a database can hold. */
export function limitJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length <= LARGE_BYTES) read(request, bytes, done)
    else inTurn(() => read(request, bytes, done))
  })

  function read(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) {
    // A decoder would replace it by U+FFFD, which nobody has written.
    if (!isUtf8(bytes)) return done(invalidRequest('The body is not valid UTF-8.'))
    const text = bytes.toString()
    if (depthOf(text) > MAX_DEPTH) {
      return done(invalidRequest(`The body is nested more than ${MAX_DEPTH} levels deep.`))
    }
    parse(request, text, (error, body) => {
      const faults = !error && SUSPICIOUS.test(text) ? [...unstorableIn(body).take(MAX_DETAILS)] : []
      if (faults.length === 0) return done(error, body)
      done(invalidRequest('A text holds a NUL character or half of a surrogate pair, which can not be stored.', faults))
    })
  }
}

const LARGE_BYTES = 16_384
const turns: (() => void)[] = []

/** Reading and checking a large body takes milliseconds, so it is one at a time, with the small requests of others in between. */
function inTurn(work: () => void): void {
  turns.push(work)
  if (turns.length === 1) setImmediate(takeTurn)
}

function takeTurn(): void {
  try {
    turns[0]?.()
  } finally {
    // Also after a fault: those who wait must not wait for ever.
    turns.shift()
    if (turns.length > 0) setImmediate(takeTurn)
  }
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Counts brackets outside strings, before anything is parsed: a deep text never becomes a deep object. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === BACKSLASH) index++
      else if (character === QUOTE) inString = false
    } else if (character === QUOTE) inString = true
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) deepest = Math.max(deepest, ++depth)
    else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth--
  }
  return deepest
}

export const isStorable = (value: unknown): boolean => unstorableIn(value).next().done === true

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** What can't be stored, each with its path. A name that can't be is told of what it is in: it could not be shown either. */
function* unstorableIn(value: unknown, path = ''): Generator<ErrorDetail, undefined> {
  if (typeof value === 'string' && !isStorableText(value)) yield { path, message: UNSTORABLE }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (isStorableText(name)) yield* unstorableIn(inner, pathTo(path, name))
    else yield { path, message: `has a field whose name ${UNSTORABLE}` }
  }
}

/** Whoever writes names without end is not told them fifty times. */
const MAX_PATH = 200

const pathTo = (path: string, name: string): string =>
  path.length > MAX_PATH ? path : `${path}/${name.slice(0, MAX_PATH).replaceAll('~', '~0').replaceAll('/', '~1')}`

const UNSTORABLE = 'holds a NUL character or half of a surrogate pair'
