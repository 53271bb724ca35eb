import { expect, it } from 'vitest'
import { createEmptyDatabase, toDatabaseUrl } from '../database.ts'
import { freePort } from '../free-port.ts'
import { createApiClient } from '../open-shop.ts'
import { runProgram } from '../process.ts'
import { openRedis } from '../redis.ts'

it('D8 three servers start at once on an empty database and share it; one without Redis refuses to start next to them', async (context) => {
  const redis = await openRedis(context)
  const shared = {
    DATABASE_URL: toDatabaseUrl(await createEmptyDatabase()),
    SECRET_KEY: 'the same for every server of the database',
    ROLE: 'api',
    LOG_LEVEL: 'warn',
  }
  const start = async (more: Record<string, string>) => {
    const PORT = `${await freePort()}`
    const program = runProgram('dist/main.js', { ...shared, PORT, STOREFRONT_PORT: `${await freePort()}`, ...more })
    return { url: `http://127.0.0.1:${PORT}`, program }
  }
  const servers = await Promise.all([1, 2, 3].map(() => start({ REDIS_URL: redis.url })))
  await Promise.all(servers.map(({ program }) => program.waitForLine(/Storedesk is ready/)))
  for (const { url } of servers) {
    await expect
      .poll(async () => (await fetch(`${url}/readyz`)).json())
      .toMatchObject({ status: 'ready', checks: { redis: { ok: true } } })
  }
  // One of them created the demo workspace and printed its key.
  const keys = servers.flatMap(({ program }) => /test key +(svc_test_\S+)/.exec(program.output())?.[1] ?? [])
  expect(keys).toHaveLength(1)
  const countDown = async () => {
    const steps: number[] = []
    let previous: number | undefined
    for (const { url } of [...servers, ...servers]) {
      const response = await createApiClient(url, { authorization: `Bearer ${keys[0]}` }).get('/v1/workspace')
      expect(response.status).toBe(200)
      const remaining = Number(response.headers.get('x-ratelimit-remaining'))
      if (previous !== undefined) steps.push(previous - remaining)
      previous = remaining
    }
    return steps
  }
  // A server counts alone when a busy machine delays Redis for 1.5 s.
  await expect.poll(countDown, { interval: 1000 }).toEqual([1, 1, 1, 1, 1])

  const { program: withoutRedis } = await start({})
  expect(await withoutRedis.exit()).toBe(1)
  expect(withoutRedis.errors()).toContain('give all servers the same REDIS_URL')
  for (const { program } of servers) expect(await program.kill('SIGTERM')).toBe(0)
})
