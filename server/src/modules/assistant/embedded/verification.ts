import type { ToolErrorCode } from '../../chat-tools/schemas.ts'
import type { Goal } from './dialogue-state.ts'
import { offerPerson, type Reply, type Turn, toolFailure } from './turn.ts'

/** In a longer message, an email address may be anybody's, such as in a forwarded email. */
const MAX_WORDS = 15
const OWN_EMAIL = /\b(?:my|mein\w*) (?:e-?mail|address|adresse)|\be-?mail(?: address|-?adresse)? (?:is|ist|lautet)\b/

/** Asks for proof, whatever the question: the answer is the same whether or not there is an order. */
export async function askForProof(turn: Turn, goal: Goal): Promise<Reply> {
  const { phrases, entities, message } = turn
  const isOwnEmail = message.words.length <= MAX_WORDS || OWN_EMAIL.test(message.folded)
  if (entities.email && isOwnEmail) return sendCode(turn, goal, entities.email)
  return { status: 'verification_required', text: [phrases.askEmail], pending: { slot: 'email', goal } }
}

export async function sendCode(turn: Turn, goal: Goal, email: string): Promise<Reply> {
  const { phrases, request } = turn
  const result = await request.callTool('send_verification_code', { email })
  if (!result.ok) {
    if (result.code !== 'invalid') return toolFailure(turn, result.code)
    return {
      status: 'verification_required',
      text: [phrases.askAgain, phrases.askEmail],
      pending: { slot: 'email', goal },
    }
  }
  return {
    status: 'verification_required',
    text: [phrases.codeSent(result.output.sentTo)],
    suggestions: [phrases.suggestions.newCode],
    pending: { slot: 'verification_code', goal, email },
  }
}

/** Undefined if the code is right. */
export async function checkCode(turn: Turn, goal: Goal, email: string, code: string): Promise<Reply | undefined> {
  const { phrases, request } = turn
  const result = await request.callTool('check_verification_code', { code })
  if (result.ok) return undefined
  if (result.code === 'too_many_requests' || result.code === 'unavailable') return toolFailure(turn, result.code)
  return {
    status: 'verification_required',
    text: [phrases.wrongCode],
    suggestions: [phrases.suggestions.newCode, phrases.suggestions.person],
    pending: { slot: 'verification_code', goal, email },
  }
}

/** What a tool about a person refused, and why. Undefined for reasons that only the caller can explain. */
export function personalFailure(turn: Turn, goal: Goal, code: ToolErrorCode): Promise<Reply> | Reply | undefined {
  if (code === 'verification_required') return askForProof(turn, goal)
  if (code === 'not_found' && goal.orderNumber !== null) {
    return offerPerson(turn, [turn.phrases.orderNotFound(goal.orderNumber)])
  }
  return code === 'rejected' || code === 'invalid' ? undefined : toolFailure(turn, code)
}
