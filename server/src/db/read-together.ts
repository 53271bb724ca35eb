import type { BatchResult, QueryResult } from './prepared-query.ts'
import type { Statement } from './sql.ts'

/** In one round trip. `waitingSinceMs`: when the first of them began to wait, if before this call. */
export type Execute = (statements: Statement[], waitingSinceMs?: number) => Promise<BatchResult>
export type ExecuteOne = (statement: Statement) => Promise<QueryResult>

interface WaitingRead {
  statement: Statement
  resolve: (result: QueryResult) => void
  reject: (error: unknown) => void
}

/** Executes together what is read before the caller waits for anything; a statement that writes, alone. */
export function readTogether(execute: Execute, executeAlone: ExecuteOne, isTransaction: boolean): ExecuteOne {
  let waiting: WaitingRead[] = []
  const flush = () => {
    const reads = waiting
    waiting = []
    void executeReads(execute, reads, isTransaction)
  }
  return async (statement) => {
    if (!isRead(statement)) return executeAlone(statement)
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ statement, resolve, reject })
    })
  }
}

async function executeReads(execute: Execute, reads: WaitingRead[], isTransaction: boolean): Promise<void> {
  try {
    const { results, failure } = await execute(reads.map(({ statement }) => statement))
    for (const [at, result] of results.entries()) reads[at]?.resolve(result)
    if (!failure) return
    const [failed, ...skipped] = reads.slice(results.length)
    failed?.reject(failure)
    // The others must not fail with it. In a transaction they would, and without a connection.
    if (!isTransaction && isOfStatement(failure) && skipped.length > 0)
      await executeReads(execute, skipped, isTransaction)
    else for (const { reject } of skipped) reject(failure)
  } catch (error) {
    // There was no connection.
    for (const { reject } of reads) reject(error)
  }
}

/** Only errors of the database have a severity. */
export const isOfStatement = (error: Error): boolean => (error as { severity?: string }).severity !== undefined

const READ = /^\s*(select|with)\b/i
const WRITE = /\b(insert|update|delete|merge|enqueue_job|emit_events|nextval|set_config|pg_\w+)\b/i

const knownReads = new Map<string, boolean>()

/** It may take locks (`for share`), which end with the batch. */
export function isRead({ name, text }: Statement): boolean {
  let result = knownReads.get(name)
  if (result === undefined) {
    result = READ.test(text) && !WRITE.test(text)
    knownReads.set(name, result)
  }
  return result
}
