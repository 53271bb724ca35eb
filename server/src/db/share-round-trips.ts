import { tracer } from '../kit/tracing.ts'
import type { BatchResult } from './prepared-query.ts'
import { type Execute, isOfStatement, isRead } from './read-together.ts'
import type { Statement } from './sql.ts'

/** The next one is prepared while one is answered. */
const MAX_UNDER_WAY = 2
const MAX_CALLS = 8
/** A round trip that takes longer no longer counts. */
const PATIENCE_MS = 10
/** A second attempt that begins later would often outlive its request. */
const RESEND_WITHIN_MS = 5000

/** Statements that are waiting to be executed. */
interface Call {
  statements: Statement[]
  sinceMs: number
  resolve: (result: BatchResult) => void
  reject: (error: unknown) => void
}

/**
 * While two round trips are under way, quick reads of all requests wait, and travel together in the next one (decision
 * 56). One that is slow after all delays those that travel with it, and for `PATIENCE_MS` those that wait.
 */
export function shareRoundTrips(execute: Execute, canShare: () => boolean): Execute {
  const waiting: Call[] = []
  let underWay = 0

  function send(): void {
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const share = Math.ceil(waiting.length / (MAX_UNDER_WAY - underWay))
      const calls = waiting.splice(0, Math.min(share, MAX_CALLS))
      void executeCalls(execute, calls, startRoundTrip())
    }
  }

  /** Returns what ends it. */
  function startRoundTrip(): () => void {
    underWay += 1
    let counts = true
    const end = () => {
      if (!counts) return
      counts = false
      underWay -= 1
      clearTimeout(timer)
      send()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    return end
  }

  return (statements) => {
    // One that is traced travels alone, so that its spans show its own times.
    if (!canShare() || !statements.every(isQuickRead) || tracer()?.isRecording()) return execute(statements)
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(send)
      waiting.push({ statements, sinceMs: performance.now(), resolve, reject })
    })
  }
}

async function executeCalls(execute: Execute, calls: Call[], end: () => void): Promise<void> {
  const statements = calls.flatMap((call) => call.statements)
  try {
    const batch = await execute(statements, calls[0]?.sinceMs)
    end()
    settle(execute, calls, batch)
  } catch (error) {
    end()
    // There was no connection.
    for (const { reject } of calls) reject(error)
  }
}

/** What PostgreSQL has skipped is sent again, each call alone: it must not fail with another one. */
function settle(execute: Execute, calls: Call[], { results, failure }: BatchResult): void {
  // Nobody knows whose error it is if it is about a value that can't be sent, or the driver has lost the connection.
  const hasOwner = calls.length === 1 || (failure !== null && isOfStatement(failure))
  let hasFailed = false
  for (const { statements, sinceMs, resolve, reject } of calls) {
    const own = results.splice(0, statements.length)
    const isComplete = own.length === statements.length
    const isFinal = (hasOwner && !hasFailed) || performance.now() - sinceMs > RESEND_WITHIN_MS
    if (isComplete) resolve({ results: own, failure: null })
    else if (isFinal) resolve({ results: own, failure })
    else void execute(statements).then(resolve, reject)
    hasFailed ||= !isComplete
  }
}

const LOCK = /\bfor\s+(key\s+)?share\b/i

const quickReads = new Map<string, boolean>()

/** A lock could make others wait. */
function isQuickRead(statement: Statement): boolean {
  const { name, text, isQuick = false, usesCustomPlan = false } = statement
  if (!isQuick || usesCustomPlan) return false
  let result = quickReads.get(name)
  if (result === undefined) {
    result = isRead(statement) && !LOCK.test(text)
    quickReads.set(name, result)
  }
  return result
}
