import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gate } from './admission.ts'
import type { AnswerCache, OpenAnswer } from './answer-cache.ts'
import type { ClientAddress } from './client-address.ts'
import { newRequestId } from './finalise.ts'
import { keptHeaders } from './keep-answers.ts'
import { stateOf, type Verdict } from './limits/limiter.ts'
import { quotaOfVisitor } from './limits/table.ts'

interface Options {
  gate: Pick<Gate, 'limiter' | 'note'>
  answers: Pick<AnswerCache, 'findOpen'>
  clientAddress: ClientAddress
  isDraining: () => boolean
  onAnswered: TellAnswered
}

export interface Answered {
  requestId: string
  route: string
  status: number
}

/** Told of each answer: figures and the log are kept elsewhere. */
export type TellAnswered = (answered: Answered) => void

/** True when the request is being answered; otherwise nothing has happened to it. */
export type AnswerQuickly = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * What most visitors of a shop ask is in memory already. Such an answer needs no router, no schema and no hooks, which
 * together cost three times what it costs to send it. This way is only for the plainest of requests: a visitor who names the
 * workspace in the header and asks for what storefronts may read. All others go on to where every case is thought of, and so
 * does whoever is past the limit, since that is where they are told so.
 */
export function answerQuickly({ gate, answers, clientAddress, isDraining, onAnswered }: Options): AnswerQuickly {
  return (request, response) => {
    const visitor = plainVisitor(request)
    if (!visitor || isDraining()) return false
    const { workspace, known } = visitor
    const answer = answers.findOpen(request.url ?? '', workspace)
    if (!answer) return false
    const quota = quotaOfVisitor(clientAddress(request.socket, visitor.forwardedFor), 'read')
    const decided = gate.limiter.decide(quota, 1)
    // Shared counters take their time; then the long way is no longer than this one.
    if (decided instanceof Promise) throw new Error('Quick answers are for counters in memory')
    if (!decided.allowed) return false
    gate.note(quota, true, workspace)
    const requestId = newRequestId()
    const status = send(response, answer, { known, requestId, verdict: decided })
    onAnswered({ requestId, route: answer.route, status })
    return true
  }
}

interface Visitor {
  workspace: string
  known: string | undefined
  forwardedFor: string | undefined
}

/** Who asks, if there is nothing about the request to think of. A header that stood there twice is joined, and fits nothing. */
function plainVisitor({ method, httpVersion, headers }: IncomingMessage): Visitor | undefined {
  const workspace = headers['x-workspace-id']
  if (method !== 'GET' || typeof workspace !== 'string' || !(headers.host || httpVersion === '1.0')) return undefined
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = headers
  if (authorization !== undefined || length !== undefined || encoding !== undefined) return undefined
  const forwardedFor = headers['x-forwarded-for'] as string | undefined
  return { workspace: workspace.toLowerCase(), known: headers['if-none-match'], forwardedFor }
}

interface Said {
  known: string | undefined
  requestId: string
  verdict: Verdict
}

function send(response: ServerResponse, answer: OpenAnswer, { known, requestId, verdict }: Said): 200 | 304 {
  const { status, headers } = keptHeaders(answer, { known, requestId, limit: stateOf(verdict), isOpen: true })
  response.writeHead(status, headers)
  response.end(status === 200 ? answer.body : undefined)
  return status
}
