import { describe, expect, it } from 'vitest'
import { openServer, type TestServer } from '../open-server.ts'
import { openShop, type Shop } from '../open-shop.ts'

/** For each route that takes an id: a path with an id that exists, in the environment of the given caller. */
const EXISTING: Record<string, (caller: Shop['api']) => Promise<string>> = {
  '/v1/events/:id': async (caller) => {
    await caller.patch('/v1/workspace', { name: 'Somebody’s' })
    return `/v1/events/${(await caller.get('/v1/events')).body.data[0].id}`
  },
}

/** For each route that takes a body: one that it accepts. */
const BODIES: Record<string, unknown> = {
  'PATCH /v1/workspace': { name: 'Tried in the sandbox' },
}

interface Route {
  method: string
  path: string
  takesBody: boolean
}

async function openWithRoutes(): Promise<{ server: TestServer; routes: Route[] }> {
  const routes: Route[] = []
  const server = await openServer({
    onRoute: ({ method, url, schema }) => {
      if (method !== 'HEAD') routes.push({ method: String(method), path: url, takesBody: schema?.body !== undefined })
    },
  })
  return { server, routes }
}

function bodyOf({ method, path, takesBody }: Route): unknown {
  if (!takesBody) return undefined
  const body = BODIES[`${method} ${path}`]
  if (!body) throw new Error(`${method} ${path} is new: give it a body in BODIES, so that it is tested here`)
  return body
}

async function pathOf({ path }: Route, caller: Shop['api']): Promise<string> {
  if (!path.includes(':')) return path
  const existing = EXISTING[path]
  if (!existing) throw new Error(`${path} is new: say in EXISTING how to make one, so that it is tested here`)
  return existing(caller)
}

/** A fingerprint of all rows that belong to one environment, table by table. */
async function checksum({ db }: TestServer, environmentId: string): Promise<Record<string, string>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'environment_id' and table_name <> 'api_keys'`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of [...tables, { name: 'environments' }]) {
    const column = name === 'environments' ? 'id' : 'environment_id'
    const { rows } = await db.pool.query(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t where ${column} = $1`,
      [environmentId],
    )
    sums[name] = rows[0].sum
  }
  return sums
}

describe('C1 isolation, for every route there is', () => {
  it('C1 an id of another workspace, or of the other environment, is 404 and changes nothing', async () => {
    const { server, routes } = await openWithRoutes()
    const [mine, other] = [await openShop(server), await openShop(server)]
    const withId = routes.filter(({ path }) => path.includes(':'))
    expect(withId.length).toBeGreaterThan(0)
    for (const route of withId) {
      const foreign = await pathOf(route, other.api)
      const live = await pathOf(route, mine.api)
      const before = [await checksum(server, other.live.environmentId), await checksum(server, mine.live.environmentId)]
      for (const [caller, path] of [
        [mine.api, foreign],
        [mine.sandbox, foreign],
        [mine.sandbox, live],
      ] as const) {
        const answer = await caller.send(route.method, path, bodyOf(route))
        expect([route.method, route.path, answer.status, answer.body.error?.code]).toEqual([
          route.method,
          route.path,
          404,
          'not_found',
        ])
      }
      const after = [await checksum(server, other.live.environmentId), await checksum(server, mine.live.environmentId)]
      expect(after).toEqual(before)
    }
  })

  it('C1 all that a test key can do leaves every live row as it was', async () => {
    const { server, routes } = await openWithRoutes()
    const shop = await openShop(server)
    await shop.api.patch('/v1/workspace', { name: 'Production' })
    await server.startWorker()
    const live = await checksum(server, shop.live.environmentId)
    const test = await checksum(server, shop.test.environmentId)
    expect(Object.keys(live)).toContain('events')
    for (const route of routes) {
      const headers = { 'idempotency-key': `${route.method}:${route.path}` }
      const answer = await shop.sandbox.send(route.method, await pathOf(route, shop.sandbox), bodyOf(route), headers)
      expect([route.path, answer.status]).toEqual([route.path, expect.toSatisfy((status: number) => status < 300)])
    }
    expect(await checksum(server, shop.live.environmentId)).toEqual(live)
    expect(await checksum(server, shop.test.environmentId)).not.toEqual(test)
  })

  it('C1 a row can’t refer to a row of another environment', async () => {
    const shop = await openShop()
    const orphan = shop.server.db.pool.query(
      "insert into events (environment_id, id, type, data) values (gen_random_uuid(), 'evt_x', 'x', '{}')",
    )
    await expect(orphan).rejects.toThrow('foreign key')
  })
})
