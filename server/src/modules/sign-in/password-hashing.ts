import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../kit/project-root.ts'
import type { HashRequest, HashResult } from './password-worker.ts'

let worker: Worker | undefined
const pending = new Map<number, (result: HashResult) => void>()
let lastId = 0

export const hashPassword = async (password: string): Promise<string> => (await runInWorker({ password })).hash

export const verifyPassword = async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  (await runInWorker({ password, hash })).matches

/**
 * One thread hashes sequentially. Node's `scrypt` would occupy its whole small thread pool, which files and DNS need
 * too: with 40 concurrent sign-ins every page took seconds.
 */
async function runInWorker(request: Omit<HashRequest, 'id'>): Promise<HashResult> {
  worker ??= startWorker()
  lastId += 1
  const id = lastId
  const result = await new Promise<HashResult>((resolve) => {
    pending.set(id, resolve)
    worker?.ref()
    worker?.postMessage({ ...request, id } satisfies HashRequest)
  })
  if (result.error !== undefined) throw new Error(result.error)
  return result
}

function startWorker(): Worker {
  const hashWorker = new Worker(join(PROJECT_ROOT, 'server/src/modules/sign-in/password-worker.ts'))
  hashWorker.on('message', (result: HashResult) => {
    pending.get(result.id)?.(result)
    pending.delete(result.id)
    // An idle worker must not keep the process alive.
    if (pending.size === 0) hashWorker.unref()
  })
  const fail = (error: string) => {
    worker = undefined
    for (const [id, resolve] of pending) resolve({ id, hash: '', matches: false, error })
    pending.clear()
  }
  void once(hashWorker, 'exit').then(
    () => fail('the password hashing thread exited'),
    (error: Error) => fail(`the password hashing thread failed: ${error.message}`),
  )
  return hashWorker
}
