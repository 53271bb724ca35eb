import { Agent, request } from 'node:http'
import { describe, expect, it, type TestContext } from 'vitest'
import { copyTemplate } from '../database.ts'
import { createTestKey } from '../new-key.ts'
import { runProgram } from '../process.ts'
import { openRedis } from '../redis.ts'

/** `LIMIT_ROUNDS=5 npm test -- journeys/limits` is the long form. */
const ROUNDS = Number(process.env.LIMIT_ROUNDS ?? 2)
const REQUESTS = 1000
const LIMIT = 60

async function openServers(context: TestContext, count: number, withRedis: boolean) {
  const connection = await copyTemplate()
  const redis = withRedis ? await openRedis(context) : undefined
  const env = { LIMITED_CONNECTION: JSON.stringify(connection), ...(redis && { REDIS_URL: redis.url }) }
  const urls = await Promise.all(
    Array.from({ length: count }, async () => {
      const [, url = ''] = await runProgram('test/limited-server.process.ts', env).waitForLine(/listening at (\S+)/)
      return url
    }),
  )
  return { connection, urls }
}

interface Outcome {
  status: number
  remaining: number
  reset: number
}

const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS })

const post = (url: string, key: string) =>
  new Promise<Outcome>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    const sent = request(`${url}/v1/limited/chat`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          remaining: Number(response.headers['x-ratelimit-remaining']),
          reset: Number(response.headers['x-ratelimit-reset']),
        }),
      )
    })
    sent.on('error', reject).end()
  })

describe('D5 exactness', () => {
  it.for([
    ['memory', 1],
    ['Redis', 1],
    ['Redis', 3],
  ] as const)(
    `D5 D8 allows exactly 60 of 1,000 parallel requests in each of ${ROUNDS} rounds, and Remaining drops by one: %s, %i process(es)`,
    async ([engine, processes], context) => {
      const { connection, urls } = await openServers(context, processes, engine === 'Redis')
      const accepted: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const key = await createTestKey(connection)
        const outcomes = await Promise.all(
          Array.from({ length: REQUESTS }, (_, index) => post(urls[index % processes] ?? '', key)),
        )
        const passed = outcomes.filter(({ status }) => status === 200)
        accepted.push(passed.length)
        expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(REQUESTS - passed.length)
        const remaining = passed.map((outcome) => outcome.remaining).sort((a, b) => b - a)
        expect(remaining).toEqual(Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index))
        expect(new Set(outcomes.map(({ reset }) => reset)).size).toBe(1)
      }
      console.log(
        `${engine}, ${processes} process(es): ${accepted.join(', ')} of ${REQUESTS} accepted against ${LIMIT}`,
      )
      expect(accepted).toEqual(Array(ROUNDS).fill(LIMIT))

      const key = await createTestKey(connection)
      const seen: number[] = []
      for (let index = 0; index < 65; index++) seen.push((await post(urls[index % processes] ?? '', key)).remaining)
      expect(seen).toEqual([...Array.from({ length: 60 }, (_, index) => 59 - index), 0, 0, 0, 0, 0])
    },
  )

  it('D8 a second process without Redis refuses to start, and so does one with Redis next to one without', async (context) => {
    const { connection } = await openServers(context, 1, false)
    const second = runProgram('test/limited-server.process.ts', { LIMITED_CONNECTION: JSON.stringify(connection) })
    expect(await second.exit()).toBe(1)
    expect(second.output()).toContain('give all servers the same REDIS_URL')
  })
})
