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
    const visitor = plainVisitor(request)
    if (!visitor || isDraining()) return false
    const { workspace, known } = visitor
    const answer = answers.findOpen(request.url ?? '', workspace)
    if (!answer) return false
    const startedMs = performance.now()
    const quota = quotaOfVisitor(clientAddress(request.socket, visitor.forwardedFor), 'read')
    const decided = gate.limiter.decide(quota, 1)
    // Shared counters take their time; then the long way is no longer than this one.
    if (decided instanceof Promise) throw new Error('Quick answers are for counters in memory')
    if (!decided.allowed) return false
    gate.note(quota, true, workspace)
    const requestId = newRequestId()
    const status = send(response, answer, { known, requestId, verdict: decided })
    onAnswered({ requestId, route: answer.route, status, ms: performance.now() - startedMs })
    return true
  }
}

interface Visitor {
  workspace: string
  known: string | undefined
  forwardedFor: string | undefined
}

type Meaning = keyof Visitor | 'host' | 'odd'

/** By a map: a header may be called as what every object has. */
const MEANINGS = new Map<string, Meaning>(
  Object.entries({
    'x-workspace-id': 'workspace',
    'if-none-match': 'known',
    'x-forwarded-for': 'forwardedFor',
    host: 'host',
    authorization: 'odd',
    'content-length': 'odd',
    'transfer-encoding': 'odd',
  } satisfies Record<string, Meaning>),
)

/**
 * Who asks, if there is nothing about the request to think of. Read from the headers as they came: Node would sort all of them
 * into an object first, which takes longer than anything else here. One that stands there twice is a case to think of.
 */
function plainVisitor({ method, httpVersion, rawHeaders }: IncomingMessage): Visitor | undefined {
  if (method !== 'GET') return undefined
  const found: Partial<Record<Meaning, string>> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const meaning = MEANINGS.get((rawHeaders[at] as string).toLowerCase())
    if (meaning === undefined) continue
    if (meaning === 'odd' || found[meaning] !== undefined) return undefined
    found[meaning] = rawHeaders[at + 1] as string
  }
  const { workspace, known, forwardedFor, host } = found
  if (workspace === undefined || !(host || httpVersion === '1.0')) return undefined
  return { workspace: workspace.toLowerCase(), known, forwardedFor }
}

interface Said {
  known: string | undefined
  requestId: string
  verdict: Verdict
}

function send(response: ServerResponse, answer: OpenAnswer, { known, requestId, verdict }: Said): 200 | 304 {
  const limit = { ...verdict, resetSeconds: Math.ceil(verdict.resetMs / 1000) }
  const { status, headers } = keptHeaders(answer, { known, requestId, limit, isOpen: true })
  response.writeHead(status, headers)
  response.end(status === 200 ? answer.body : undefined)
  return status
}
