import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const CLIENTS = 6

export interface Load {
  failures: string[]
  /** What happened since the last summary. */
  summary(): string
  slowestMs(): number
  /** Of requests so far: what prepares a test may slow them down. */
  resetTimes(): void
  waitForMore(count: number): Promise<void>
  stop(): Promise<void>
}

/** Visitors that read the catalog and write carts, each from an address of its own. */
export function startLoad(url: string, workspaceId: string): Load {
  const failures: string[] = []
  let done = 0
  let slowestMs = 0
  let recentSlowestMs = 0
  let isStopped = false

  async function send(method: string, path: string, body?: object): Promise<Record<string, unknown> | undefined> {
    const headers = {
      'x-workspace-id': workspaceId,
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const startedAt = performance.now()
    try {
      const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
      const text = await response.text()
      recentSlowestMs = Math.max(recentSlowestMs, performance.now() - startedAt)
      slowestMs = Math.max(slowestMs, recentSlowestMs)
      if (!response.ok) failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      else done += 1
      return response.ok ? (JSON.parse(text) as Record<string, unknown>) : undefined
    } catch (error) {
      failures.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
  async function visit(): Promise<void> {
    while (!isStopped) {
      await send('GET', `/v1/products?limit=${randomInt(1, 50)}`)
      const cart = await send('POST', '/v1/carts', {})
      if (cart) await send('GET', `/v1/carts/${String(cart.id)}`)
      await sleep(20)
    }
  }
  const visitors = Array.from({ length: CLIENTS }, visit)
  return {
    failures,
    summary() {
      const slowest = Math.round(recentSlowestMs)
      recentSlowestMs = 0
      return `${done} requests succeeded, ${failures.length} failed. The slowest took ${slowest} ms.`
    },
    slowestMs: () => slowestMs,
    resetTimes() {
      slowestMs = 0
      recentSlowestMs = 0
    },
    async waitForMore(count) {
      for (const target = done + count; done < target && failures.length < 100; ) await sleep(20)
    },
    async stop() {
      isStopped = true
      await Promise.all(visitors)
    },
  }
}
