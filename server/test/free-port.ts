import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports (from 32768), so that no concurrent test is assigned one of these. */
const PORTS = { from: 20_000, to: 32_000 }

/** A free port whose companion is free too: by default the storefront uses the next port. */
export async function freePort(companion = 1): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to - companion)
    if ((await isFree(port)) && (await isFree(port + companion))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}
