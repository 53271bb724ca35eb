import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gate } from './admission.ts'
import type { AnswerCache, OpenAnswer } from './answer-cache.ts'
import type { ClientAddress } from './client-address.ts'
import { newRequestId } from './finalise.ts'
import { keptHeaders } from './keep-answers.ts'
import type { Verdict } from './limits/limiter.ts'
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
  ms: number
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
    const workspace = plainVisitorOf(request)
    if (workspace === undefined || isDraining()) return false
    const answer = answers.findOpen(request.url ?? '', workspace)
    if (!answer) return false
    const startedMs = performance.now()
    const quota = quotaOfVisitor(clientAddress(request), 'read')
    const decided = gate.limiter.decide(quota, 1)
    // Shared counters take their time; then the long way is no longer than this one.
    if (decided instanceof Promise) throw new Error('Quick answers are for counters in memory')
    if (!decided.allowed) return false
    gate.note(quota, true, workspace)
    const requestId = newRequestId()
    const status = send(request, response, answer, requestId, decided)
    onAnswered({ requestId, route: answer.route, status, ms: performance.now() - startedMs })
    return true
  }
}

/** The workspace of a request that has nothing about it to think of. */
function plainVisitorOf({ method, httpVersion, headers }: IncomingMessage): string | undefined {
  const workspace = headers['x-workspace-id']
  const isPlain =
    method === 'GET' &&
    typeof workspace === 'string' &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    (Boolean(headers.host) || httpVersion === '1.0')
  return isPlain ? workspace.toLowerCase() : undefined
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: OpenAnswer,
  requestId: string,
  verdict: Verdict,
): 200 | 304 {
  const { status, headers } = keptHeaders(request, answer, {
    requestId,
    limit: { ...verdict, resetSeconds: Math.ceil(verdict.resetMs / 1000) },
    isOpen: true,
  })
  response.writeHead(status, headers)
  response.end(status === 200 ? answer.body : undefined)
  return status
}
