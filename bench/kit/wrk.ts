import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Options {
  url: string
  path: string
  headers: Record<string, string>
  clients: number
  seconds: number
}

/** Each request from another of 60,000 client addresses behind a proxy, so that limits count and nobody comes near them. */
const script = (path: string, headers: Record<string, string>) => `
local requests = {}
local number = 0
function init()
  for index = 1, 60000 do
    local headers = { ${Object.entries(headers)
      .map(([name, value]) => `["${name}"] = "${value}"`)
      .join(', ')} }
    headers["x-forwarded-for"] = "10.0." .. (math.floor(index / 256) % 256) .. "." .. (index % 256)
    requests[index] = wrk.format("GET", "${path}", headers)
  end
end
function request()
  number = number % 60000 + 1
  return requests[number]
end
function done(summary)
  io.write(string.format("%d %d %d %d\\n", summary.requests, summary.duration, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
`

/** Requests a second. A client in C: one in JavaScript would be slower than what it measures. */
export async function wrk({ url, path, headers, clients, seconds }: Options): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-wrk-'))
  try {
    const file = join(folder, 'load.lua')
    await writeFile(file, script(path, headers))
    const how = ['-t', '1', '-c', String(clients), '-d', `${seconds}s`, '-s', file]
    const { stdout } = await promisify(execFile)('wrk', [...how, url])
    const [requests = 0, micros = 1, refused, failed] = (stdout.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
    if (refused !== 0 || failed !== 0) throw new Error(`${url}${path}: ${refused} refused, ${failed} failed`)
    return requests / (micros / 1e6)
  } finally {
    await rm(folder, { recursive: true })
  }
}
