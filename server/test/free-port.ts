import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system deals out by itself (from 32768), so that no test running beside takes it meanwhile. */
const PORTS = { from: 20_000, to: 32_000 }

/** A port that nobody uses, nor the one that goes with it: the next one is the storefront's unless it is told otherwise. */
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
