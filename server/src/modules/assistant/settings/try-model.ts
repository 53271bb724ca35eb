import type { Ctx } from '../../../ctx.ts'
import { ModelError, type ModelErrorCode } from '../../../ports/language-model.ts'
import type { ModelTest, ModelTestResult } from './schemas.ts'
import { resolveAddress } from './settings.ts'

/** Shorter than the time a request may take. */
const TIMEOUT_MS = 10_000

const MESSAGES: Record<ModelErrorCode, string> = {
  unauthorized: 'The server of the model does not accept the key. Enter a valid key.',
  rejected: 'The server does not accept the request. Check the URL and the name of the model.',
  rate_limited: 'The server accepts no more requests for now. Check the limits and the credit of your account.',
  unreachable: 'The server cannot be reached. Check the URL.',
  server_error: 'The server of the model has a problem. Try again later.',
  invalid_response: 'The server does not answer like a model. Check the provider and the URL.',
  timeout: 'The model did not answer within 10 seconds.',
}

/** Asks the model for one word, so that a wrong key is found before a customer finds it. */
export async function tryModel(ctx: Ctx, { model: input }: ModelTest): Promise<ModelTestResult> {
  const address = await resolveAddress(ctx, input)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const usage = { inputTokens: 0, outputTokens: 0 }
  let text = ''
  try {
    const events = ctx.external.languageModelAt(address).stream({
      system: 'You are tested. Answer with one word.',
      messages: [{ role: 'user', text: 'Say hello.' }],
      tools: [],
      mayCallTools: false,
      maxOutputTokens: 100,
      signal: AbortSignal.any([ctx.signal, timeout]),
    })
    for await (const event of events) {
      if (event.type === 'text') text += event.delta
      if (event.type === 'usage') {
        usage.inputTokens = event.inputTokens
        usage.outputTokens = event.outputTokens
      }
    }
    return { ok: true, message: text.trim().slice(0, 200), ...usage }
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (!timeout.aborted && !(error instanceof ModelError)) throw error
    const code = error instanceof ModelError ? error.code : 'timeout'
    return { ok: false, message: MESSAGES[code], ...usage }
  }
}
