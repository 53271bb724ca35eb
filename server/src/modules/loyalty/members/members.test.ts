import { expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { createProgram, grantPoints } from '../../../../test/sample-points.ts'

const ACCOUNTS = '/v1/loyalty/accounts'

const listNames = async ({ api }: Pick<Shop, 'api'>, query = ''): Promise<string[]> =>
  (await api.get(`${ACCOUNTS}?${query}`)).body.data.map(({ name }: { name: string }) => name)

/** Members with these balances, each of whom joined after the one before. */
async function addMembers(shop: Shop, balances: Record<string, number>) {
  const ids: Record<string, string> = {}
  for (const [name, balance] of Object.entries(balances)) {
    const id = await addCustomer(shop, { name, emails: [{ address: `${name.toLowerCase()}@example.com` }] })
    ids[name] = id
    await grantPoints(shop, id, Math.max(balance, 1))
    await shop.server.db.pool.query(
      'update loyalty_accounts set balance = $3 where environment_id = $1 and customer_id = $2',
      [shop.live.environmentId, id, balance],
    )
  }
  return ids
}

it('lists members newest first, or by balance, page by page, even if balances are negative', async () => {
  const shop = await openShop()
  const ids = await addMembers(shop, { Ada: 300, Bo: -20, Cy: 300, Di: 0, Eve: -5 })
  await addCustomer(shop, { name: 'Without points' })
  expect(await listNames(shop)).toEqual(['Eve', 'Di', 'Cy', 'Bo', 'Ada'])
  expect(await listNames(shop, 'sort=balance')).toEqual(['Cy', 'Ada', 'Di', 'Eve', 'Bo'])
  for (const sort of ['newest', 'balance']) {
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await shop.api.get(`${ACCOUNTS}?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      names.push(...body.data.map(({ name }: { name: string }) => name))
      cursor = body.nextCursor
    }
    expect([sort, names]).toEqual([sort, await listNames(shop, `sort=${sort}`)])
  }
  const { data } = (await shop.api.get(`${ACCOUNTS}?limit=1`)).body
  expect(data).toEqual([
    {
      customerId: ids.Eve,
      name: 'Eve',
      email: 'eve@example.com',
      balance: -5,
      pending: 0,
      lifetime: 0,
      tier: null,
      createdAt: expect.any(String),
    },
  ])
})

it('finds members by name, email and tier, and leaves out merged customers, other shops and the sandbox', async () => {
  const shop = await openShop()
  const tier = { key: 'gold', name: 'Gold', threshold: 5, multiplierPercent: 200, perks: [] }
  await createProgram(shop, { tiers: [tier] })
  const { Ada, Bo, Cy } = await addMembers(shop, { Ada: 10, Bo: 20, Cy: 30 })
  await shop.server.db.pool.query(
    `update loyalty_accounts set tier = case when customer_id = $2 then 'gold' when customer_id = $3 then 'gone' end where environment_id = $1`,
    [shop.live.environmentId, Ada, Bo],
  )
  expect(await listNames(shop, 'q=ADA')).toEqual(['Ada'])
  expect(await listNames(shop, 'q=cy@example')).toEqual(['Cy'])
  expect(await listNames(shop, 'q=100%25')).toEqual([])
  expect(await listNames(shop, 'tier=gold&sort=balance')).toEqual(['Ada'])
  expect(await listNames(shop, 'tier=gold&q=cy')).toEqual([])
  expect(await listNames(shop, `customerIds=${Cy}`)).toEqual(['Cy'])
  expect(await listNames(shop, `customerIds=${Ada}&customerIds=${Bo}`)).toEqual(['Bo', 'Ada'])
  const tiers = (await shop.api.get(ACCOUNTS)).body.data.map((one: { tier: object }) => one.tier)
  // A tier that the program no longer has is not shown.
  expect(tiers).toEqual([null, null, { key: 'gold', name: 'Gold' }])
  expect((await shop.api.get(`${ACCOUNTS}?tier=NOT%20A%20KEY`)).status).toBe(400)
  await shop.server.db.pool.query('update loyalty_accounts set tier = null where environment_id = $1', [
    shop.live.environmentId,
  ])
  expect((await shop.api.post(`/v1/customers/${Ada}/merge`, { customerId: Cy })).status).toBe(201)
  expect(await listNames(shop)).toEqual(['Bo', 'Ada'])
  expect(await listNames(await openShop())).toEqual([])
  expect(await listNames({ api: shop.sandbox })).toEqual([])
  expect((await shop.storefront.get(ACCOUNTS)).status).toBe(401)
})
