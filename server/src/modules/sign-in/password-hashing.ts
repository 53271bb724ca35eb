import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashRequest } from './password-worker.ts'

let worker: Worker | undefined
const waiting = new Map<number, (answer: HashAnswer) => void>()
let lastId = 0

export const hashPassword = async (password: string): Promise<string> => (await ask({ password })).hash

export const verifyPassword = async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  (await ask({ password, hash })).matches

/**
 * A thread of its own does one after the other. Node's `scrypt` would take all of its few threads, for which files and host names
 * then wait: with 40 sign-ins at once every page took seconds.
 */
async function ask(request: Omit<HashRequest, 'id'>): Promise<HashAnswer> {
  worker ??= start()
  lastId += 1
  const id = lastId
  const answer = await new Promise<HashAnswer>((resolve) => {
    waiting.set(id, resolve)
    worker?.ref()
    worker?.postMessage({ ...request, id } satisfies HashRequest)
  })
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer
}

function start(): Worker {
  const started = new Worker(new URL('./password-worker.ts', import.meta.url))
  started.on('message', (answer: HashAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
    // With nothing to do it must not keep a process from ending.
    if (waiting.size === 0) started.unref()
  })
  const fail = (error: string) => {
    worker = undefined
    for (const [id, resolve] of waiting) resolve({ id, hash: '', matches: false, error })
    waiting.clear()
  }
  void once(started, 'exit').then(
    () => fail('the thread that hashes passwords has ended'),
    (error: Error) => fail(`the thread that hashes passwords has failed: ${error.message}`),
  )
  return started
}
