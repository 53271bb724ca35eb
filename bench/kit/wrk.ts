import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Turns } from './turns.ts'

interface Load {
  url: string
  clients: number
  seconds: number
  /** Takes turns with others: the rate is that of its own turns, and latencies include those of the others. */
  turns?: Turns
}

export interface Measurement {
  /** Requests per second. */
  rate: number
  medianMs: number
  p99Ms: number
}

/**
 * Shared by all scripts: headers as Lua, and one of 60,000 client addresses per request behind a proxy, so that rate
 * limits are counted but never reached. Each run starts at a different address, since an address may make only five
 * checkouts in five minutes.
 */
const scriptHeader = (headers: Record<string, string>) => `
math.randomseed(os.time())
local number = math.random(60000)
function next_headers()
  number = number % 60000 + 1
  return { ${Object.entries(headers)
    .map(([name, value]) => `["${name}"] = "${value}"`)
    .join(', ')}, ["x-forwarded-for"] = "10.0." .. (math.floor(number / 256) % 256) .. "." .. (number % 256) }
end
function done(summary, latency)
  io.write(string.format("%d %d %d %d %f %f\\n", summary.requests, summary.duration, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`

/** Repeats GETs of these paths in turn; formats all requests before sending the first. */
export const getScript = (paths: string[], headers: Record<string, string>): string => `
${scriptHeader(headers)}
local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
local requests = {}
local place = 0
function init()
  for index = 1, 60000 do requests[index] = wrk.format("GET", paths[index % #paths + 1], next_headers()) end
end
function request()
  place = place % 60000 + 1
  return requests[place]
end
`

/**
 * Sends custom requests: `next_request()` is Lua that returns method, path and body. Retryable requests carry an
 * idempotency key, as the SDK sends it.
 */
export const requestScript = (headers: Record<string, string>, lua: string, isRetryable = false): string => `
${scriptHeader({ ...headers, 'content-type': 'application/json' })}
${lua}
local run = math.random(1000000000)
local sent = 0
function request()
  local method, path, body = next_request()
  local headers = next_headers()
  sent = sent + 1
  ${isRetryable ? `headers["idempotency-key"] = string.format("%09d-%09d-bench", run, sent)` : ''}
  return wrk.format(method, path, headers, body)
end
`

/** wrk is written in C: a JavaScript client would be slower than the server it measures. */
export async function wrk(script: string, { url, clients, seconds, turns }: Load): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-wrk-'))
  try {
    const file = join(folder, 'load.lua')
    await writeFile(file, script)
    // By default it counts responses that take more than two seconds as failed.
    const args = ['-t', '1', '-c', String(clients), '-d', `${seconds}s`, '--timeout', '60s', '-s', file]
    const run = promisify(execFile)('wrk', [...args, url])
    const ownSeconds = turns?.join(run.child)
    const { stdout } = await run
    const figures = (stdout.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
    const [requests = 0, micros = 1, rejected, failed, medianMs = 0, p99Ms = 0] = figures
    if (rejected !== 0 || failed !== 0)
      throw new Error(`${url}: ${rejected} rejected, ${failed} failed:\n${stdout.slice(0, 2000)}`)
    return { rate: requests / (ownSeconds?.() ?? micros / 1e6), medianMs, p99Ms }
  } finally {
    await rm(folder, { recursive: true })
  }
}
