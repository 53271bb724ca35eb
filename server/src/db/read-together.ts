import type { QueryResult } from './prepared-query.ts'
import type { Statement } from './sql.ts'

/** In one round trip. */
export type Execute = (statements: Statement[]) => Promise<QueryResult[]>
export type ExecuteOne = (statement: Statement) => Promise<QueryResult>

interface WaitingRead {
  statement: Statement
  resolve: (result: QueryResult) => void
  reject: (error: unknown) => void
}

/** Executes together what is read before the caller waits for anything; a statement that writes, alone. */
export function readTogether(execute: Execute, isTransaction: boolean): ExecuteOne {
  let waiting: WaitingRead[] = []
  const flush = () => {
    const reads = waiting
    waiting = []
    void executeReads(execute, reads, isTransaction)
  }
  return async (statement) => {
    if (!isRead(statement)) return (await execute([statement]))[0] as QueryResult
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ statement, resolve, reject })
    })
  }
}

async function executeReads(execute: Execute, reads: WaitingRead[], isTransaction: boolean): Promise<void> {
  try {
    const results = await execute(reads.map(({ statement }) => statement))
    for (const [at, { resolve }] of reads.entries()) resolve(results[at] as QueryResult)
  } catch (error) {
    if (!isTransaction && reads.length > 1 && isOfStatement(error)) return executeOneByOne(execute, reads)
    for (const { reject } of reads) reject(error)
  }
}

/** One of them has failed, so the others must not. In the same order: one may wait for what the next one reads. */
async function executeOneByOne(execute: Execute, reads: WaitingRead[]): Promise<void> {
  for (const { statement, resolve, reject } of reads) {
    await execute([statement]).then(([result]) => resolve(result as QueryResult), reject)
  }
}

/** Not of the connection: only errors of the database have a severity. */
const isOfStatement = (error: unknown): boolean => (error as { severity?: string }).severity !== undefined

const READ = /^\s*(select|with)\b/i
const WRITE = /\b(insert|update|delete|merge|enqueue_job|emit_events|nextval|set_config|pg_\w+)\b/i

const knownReads = new Map<string, boolean>()

/** Running it twice does no harm: it may take locks (`for share`), and writes nothing. */
function isRead({ name, text }: Statement): boolean {
  let result = knownReads.get(name)
  if (result === undefined) {
    result = READ.test(text) && !WRITE.test(text)
    knownReads.set(name, result)
  }
  return result
}
