import { tracer } from '../kit/tracing.ts'
import type { BatchResult } from './prepared-query.ts'
import { type Execute, isOfStatement, isRead } from './read-together.ts'
import type { Statement } from './sql.ts'

/** A process can't ask for more than two connections answer: a third one costs more than it brings. */
const MAX_UNDER_WAY = 2
const MAX_CALLS = 8
/** What takes longer lets the next ones go. */
const PATIENCE_MS = 10

/** Statements that are waiting to be executed. */
interface Call {
  statements: Statement[]
  sinceMs: number
  resolve: (result: BatchResult) => void
  reject: (error: unknown) => void
}

/**
 * While two round trips are under way, quick reads of all requests wait, and travel together in the next one (decision
 * 56). A slow one delays those that travel with it, and for `PATIENCE_MS` those that wait.
 */
export function shareRoundTrips(execute: Execute): Execute {
  let waiting: Call[] = []
  let underWay = 0

  function send(): void {
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const calls = waiting.slice(0, MAX_CALLS)
      waiting = waiting.slice(MAX_CALLS)
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
    // One that is traced travels alone, so that its spans are its own.
    if (!statements.every(isQuickRead) || tracer()?.isRecording()) return execute(statements)
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

function settle(execute: Execute, calls: Call[], { results, failure }: BatchResult): void {
  let at = 0
  for (const [index, { statements, resolve }] of calls.entries()) {
    const own = results.slice(at, at + statements.length)
    at += statements.length
    const isComplete = own.length === statements.length
    resolve({ results: own, failure: isComplete ? null : failure })
    if (isComplete) continue
    // PostgreSQL has skipped the others, which must not fail with this one.
    for (const other of calls.slice(index + 1)) {
      if (failure && isOfStatement(failure)) void execute(other.statements).then(other.resolve, other.reject)
      else other.resolve({ results: [], failure })
    }
    return
  }
}

const LOCK = /\bfor\s+(key\s+)?share\b/i

const quickReads = new Map<string, boolean>()

/** A lock could make others wait. */
function isQuickRead(statement: Statement): boolean {
  const { name, text, usesGenericPlan = false, isQuick = usesGenericPlan } = statement
  if (!isQuick) return false
  let result = quickReads.get(name)
  if (result === undefined) {
    result = isRead(statement) && !LOCK.test(text)
    quickReads.set(name, result)
  }
  return result
}
