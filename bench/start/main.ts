// Measures a warm start, until the server is ready, and its memory when idle: `npm run bench:start`. Set STARTS to override.
// Linux only.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKillableServer } from '../../scripts/chaos/killable-server.ts'
import { median } from '../kit/statistics.ts'

const STARTS = Number(process.env.STARTS ?? 7)
/** The server returns unused memory after ten idle seconds (`kit/release-memory.ts`). */
const IDLE_MS = 25_000

const server = await openKillableServer()
try {
  // Creates the database and the demo shop, and fills the compile cache.
  await server.start()
  const times: number[] = []
  for (let start = 0; start < STARTS; start++) {
    await server.stop()
    const startedMs = performance.now()
    await server.start()
    times.push(performance.now() - startedMs)
  }
  await sleep(IDLE_MS)
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1])
  console.log(
    `\nA warm start, with the embedded database and the demo shop: ${median(times).toFixed(0)} ms (${STARTS} starts, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms)`,
  )
  console.log(`Memory of the idle server: ${Math.round(kilobytes / 1024)} MB`)
} finally {
  await server.stop()
  await server.clean()
}
