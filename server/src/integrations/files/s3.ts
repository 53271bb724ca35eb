import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { unavailable } from '../../kit/errors.ts'
import { type FileKey, readFileKey } from '../../kit/file-key.ts'
import { inTime } from '../../kit/in-time.ts'
import { readS3Address } from '../../kit/s3-address.ts'
import type { Files } from '../../ports/files.ts'

interface Question {
  method: 'PUT' | 'GET' | 'DELETE'
  key: FileKey
  signal: AbortSignal
  headers?: Record<string, string>
  body?: Uint8Array
}

/** All attempts together; a request has 15 s (`http/server.ts`). */
const TIMEOUT_MS = 12_000
const MAX_ATTEMPTS = 3
const FIRST_WAIT_MS = 100
/** SHA-256 of nothing: the body of GET and DELETE. */
const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Files in a bucket of Amazon S3 or of anything that speaks like it. It may be private: we read it for those who ask. */
export function openBucket(address: string, { timeoutMs = TIMEOUT_MS } = {}): Files {
  const { url, ...credentials } = readS3Address(address)

  /** The answer as soon as it begins. What is worth another attempt gets one, as long as there is time. */
  async function ask(question: Question): Promise<Response> {
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    const signal = AbortSignal.any([giveUp.signal, question.signal])
    try {
      for (let attempt = 1; ; attempt++) {
        const answer = await attemptOnce(question, signal).catch((error: Error) => error)
        if (answer instanceof Response && !isWorthAnother(answer.status)) return answer
        if (attempt === MAX_ATTEMPTS || signal.aborted) throw await faultOf(question, answer)
        if (answer instanceof Response) await answer.body?.cancel()
        await sleep(FIRST_WAIT_MS * 4 ** (attempt - 1), undefined, { signal })
      }
    } catch (error) {
      throw unavailable(signal.aborted ? signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function attemptOnce({ method, key, headers, body }: Question, signal: AbortSignal): Promise<Response> {
    // With its hash in the signature, a body that was damaged on its way is refused by the store.
    const hash = { 'x-amz-content-sha256': body ? readFileKey(key).hash : NOTHING }
    const asked = { method, url: `${url}/${key}`, headers: { ...headers, ...hash }, ...credentials, service: 's3' }
    const signed = await new AwsV4Signer(asked).sign()
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      body: (body ?? null) as BodyInit | null,
      redirect: 'manual',
      signal,
    })
  }

  return {
    async put(key, bytes, signal) {
      const headers = { 'content-type': readFileKey(key).type }
      const question = { method: 'PUT', key, signal, headers, body: bytes } as const
      const answer = await ask(question)
      if (!answer.ok) throw unavailable(await faultOf(question, answer))
      await answer.body?.cancel()
    },
    async open(key, signal) {
      const question = { method: 'GET', key, signal } as const
      const answer = await ask(question)
      if (answer.ok && answer.body) {
        return { sizeBytes: lengthOf(answer), bytes: read(answer.body, timeoutMs) }
      }
      if (answer.status !== 404) throw unavailable(await faultOf(question, answer))
      await answer.body?.cancel()
      return undefined
    },
    async remove(key, signal) {
      const question = { method: 'DELETE', key, signal } as const
      const answer = await ask(question)
      if (!answer.ok && answer.status !== 404) throw unavailable(await faultOf(question, answer))
      await answer.body?.cancel()
    },
  }
}

/** Nobody knows it of what was packed on its way. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : Number(length)
}

const isWorthAnother = (status: number) => status >= 500 || status === 429

/** For the log: what the store says, as far as it says something. */
async function faultOf({ method, key }: Question, answer: Response | Error): Promise<Error> {
  if (!(answer instanceof Response)) return answer
  const said = (await answer.text().catch(() => '')).slice(0, 500)
  return new Error(`the file store answered ${method} ${key} with ${answer.status}: ${said}`)
}

/** Each part has its own time: a store that falls silent is given up, a reader who is slow is waited for. */
function read(body: ReadableStream<Uint8Array>, timeoutMs: number): Readable {
  async function* parts() {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await inTime(reader.read(), timeoutMs)
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
  return Readable.from(parts(), { objectMode: false })
}
