import type { ToolInput } from '../../chat-tools/schemas.ts'
import type { Reply, Turn } from './turn.ts'

const MAX_SUMMARY = 1000

/** The words of the customer are the best summary; the transcript goes with it. */
export async function handOver(
  { request, message, phrases, state }: Turn,
  reason: ToolInput<'hand_over'>['reason'],
  text: string,
): Promise<Reply> {
  const { pending } = state
  const question = pending?.slot === 'person' ? pending.question : message.text
  const result = await request.callTool('hand_over', { reason, summary: (question || '–').slice(0, MAX_SUMMARY) })
  return result.ok ? { status: 'handed_over', text: [text] } : { status: 'unknown', text: [phrases.handoverFailed] }
}
