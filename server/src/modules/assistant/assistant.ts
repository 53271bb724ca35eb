import type { Ctx } from '../../ctx.ts'
import { embeddedEngine } from './embedded/embedded.ts'
import type { AnswerEvent, AnswerRequest } from './schemas.ts'

/**
 * Answers one message of a customer. Yields exactly one `engine` event before anything else and one `finish` event at
 * the end, whatever happens to a model: only an abort of `request.signal` makes it throw. Never call it inside a
 * transaction: a model may take a minute.
 */
export async function* answer(_ctx: Ctx, request: AnswerRequest): AsyncIterable<AnswerEvent> {
  yield { type: 'engine', engine: { kind: 'embedded', model: null, fallback: false } }
  yield* embeddedEngine(request)
}
