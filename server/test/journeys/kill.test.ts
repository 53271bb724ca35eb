import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { createApiClient } from '../open-shop.ts'
import { runProgram } from '../process.ts'

/** `KILL_ROUNDS=20 npm test -- kill` is the long form. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const WRITERS = 8

it(`loses no acknowledged write in ${ROUNDS} rounds of kill -9, and restarts each time`, async () => {
  const DATA_DIR = join(tmpdir(), `storedesk-kill-${randomUUID()}`)
  const BOOTSTRAP_FILE = `${DATA_DIR}.json`
  onTestFinished(async () => {
    await rm(DATA_DIR, { recursive: true })
    await rm(BOOTSTRAP_FILE)
  })
  const PORT = String(await freePort())
  const STOREFRONT_PORT = String(await freePort())
  const acknowledged: string[] = []
  const startSeconds: number[] = []

  async function start() {
    const startedMs = performance.now()
    const server = runProgram('dist/main.js', { DATA_DIR, BOOTSTRAP_FILE, PORT, STOREFRONT_PORT, LOG_LEVEL: 'warn' })
    await server.waitForLine(/Storedesk is ready/)
    startSeconds.push((performance.now() - startedMs) / 1000)
    const { liveKey } = JSON.parse(await readFile(BOOTSTRAP_FILE, 'utf8'))
    return { server, api: createApiClient(`http://127.0.0.1:${PORT}`, { authorization: `Bearer ${liveKey}` }) }
  }

  for (let round = 0; round < ROUNDS; round++) {
    const { server, api } = await start()
    let killed = false
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !killed; n++) {
        const name = `round ${round} writer ${writer} write ${n}`
        const response = await api.patch('/v1/workspace', { name }).catch(() => undefined)
        if (response?.status === 200) acknowledged.push(name)
      }
    })
    // Counts from when the writers are busy: on a loaded machine the first responses are slow.
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + WRITERS)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 600))
    await server.kill('SIGKILL')
    killed = true
    await Promise.all(writers)
  }

  const { server, api } = await start()
  const storedNames = new Set<string>()
  let cursor = ''
  do {
    const { body } = await api.get(`/v1/events?limit=100${cursor && `&cursor=${cursor}`}`)
    for (const event of body.data) storedNames.add(event.data.name)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  const code = await server.kill('SIGTERM')
  expect([code, server.errors()]).toEqual([0, ''])

  const lost = acknowledged.filter((name) => !storedNames.has(name))
  const slowest = Math.max(...startSeconds.slice(1)).toFixed(2)
  console.log(
    `${ROUNDS} kills, ${acknowledged.length} acknowledged writes, ${lost.length} lost, slowest restart ${slowest} s`,
  )
  expect(lost).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * WRITERS)
})
