import { describe, expect, it } from 'vitest'
import { listEvents } from '../../../../test/event-log.ts'
import { systemCtxAt } from '../../../../test/event-runner.ts'
import { fastClock } from '../../../../test/fast-clock.ts'
import { finishJobs } from '../../../../test/finish-jobs.ts'
import { fileServer, openServer, type TestServer } from '../../../../test/open-server.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { addCollection, listProductIds } from '../../../../test/sample-collections.ts'
import { addProduct } from '../../../../test/sample-products.ts'
import { type Ctx, transaction } from '../../../ctx.ts'
import { copyLiveIntoSandbox } from '../../sandbox/copy-live.ts'
import { newEvaluationLimits, updateProductsJob } from './rule-changes.ts'
import type { Rule } from './schemas.ts'

const COLLECTIONS = '/v1/catalog/collections'
const PRODUCTS = '/v1/catalog/products'
const titled = (value: string): Rule => ({ field: 'title', relation: 'contains', value })
const tagged = (value: string): Rule => ({ field: 'tag', relation: 'has', value })
const byRules = (shop: Shop, ...rules: Rule[]) => addCollection(shop.api, { kind: 'rules', rules })
const changeRules = (shop: Shop, id: string, ...rules: Rule[]) => shop.api.patch(`${COLLECTIONS}/${id}`, { rules })
const getCollection = async (shop: Shop, id: string) => (await shop.api.get(`${COLLECTIONS}/${id}`)).body

const fileOwnServer = fileServer({ limitClock: fastClock() })

/** A shop is large from its fourth product on, and two products are a batch. */
async function openLargeShop(server?: TestServer, sliceMs = 60_000): Promise<Shop> {
  const shop = await openShop(server ?? (await fileOwnServer()))
  Object.assign(shop.server.system.perServer(newEvaluationLimits), { immediate: 3, batch: 2, sliceMs })
  return shop
}

/** Products with these titles, oldest first. */
async function addProducts(shop: Shop, ...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) ids.push((await addProduct(shop.api, { title, tags: [] })).id)
  return ids
}

const runJob = (shop: Shop, more: Partial<Ctx> = {}) => updateProductsJob.run({ ...systemCtxAt(shop), ...more }, {})

/** A worker that is killed after its first batch. */
const runBatch = (shop: Shop, more: Partial<Ctx> = {}) =>
  expect(runJob(shop, { ...more, signal: AbortSignal.abort(new Error('killed')) })).rejects.toThrow('killed')

const countJobs = async ({ server }: Shop, environmentId: string) => {
  const { rows } = await server.db.pool.query('select from graphile_worker.jobs where key = $1', [
    `${updateProductsJob.name}:${environmentId}`,
  ])
  return rows.length
}

describe('a change of rules', () => {
  it('evaluates few products at once', async () => {
    const shop = await openLargeShop()
    const [cup, , red] = await addProducts(shop, 'Cup', 'Jug', 'Red cup')
    expect(await byRules(shop, titled('cup'))).toMatchObject({ productCount: 2, updating: false })
    const { id } = await byRules(shop, titled('jug'))
    await addProducts(shop, 'Bowl')
    const rare = await byRules(shop, tagged('rare'))
    expect(rare).toMatchObject({ productCount: 0, updating: false })
    // Few have the tag, and few are members.
    const changed = await changeRules(shop, id, tagged('rare'))
    expect(changed.body).toMatchObject({ productCount: 0, updating: false })
    expect(await countJobs(shop, shop.live.environmentId)).toBe(0)
    expect((await changeRules(shop, rare.id, titled('cup'))).body).toMatchObject({ productCount: 0, updating: true })
    await runJob(shop)
    expect(await listProductIds(shop.api, rare.id)).toEqual([cup, red])
  })

  it('leaves many products to a job, which announces that it is done', async () => {
    const shop = await openLargeShop()
    const announced: string[] = []
    shop.server.db.onNotify('catalog_changed', (environmentId) => void announced.push(environmentId))
    const [cup, , red, jug, blue] = await addProducts(shop, 'Cup', 'Bowl', 'Red cup', 'Jug', 'Blue cup')
    const created = await byRules(shop, titled('cup'))
    expect(created).toMatchObject({ productCount: 0, updating: true, version: 1 })
    expect(await countJobs(shop, shop.live.environmentId)).toBe(1)
    announced.length = 0

    await runJob(shop)
    expect(await getCollection(shop, created.id)).toEqual({ ...created, productCount: 3, updating: false })
    expect(await listProductIds(shop.api, created.id)).toEqual([cup, red, blue])
    const events = (await listEvents(shop)).filter(([type]) => type.startsWith('collection.'))
    expect(events).toEqual([
      ['collection.updated', { collectionId: created.id }],
      ['collection.created', { collectionId: created.id }],
    ])
    expect(announced).toContain(shop.live.environmentId)

    const changed = await changeRules(shop, created.id, titled('jug'))
    expect(changed.body).toMatchObject({ productCount: 3, updating: true, version: 2 })
    const { body } = await shop.storefront.get(`/v1/collections/${created.handle}/products`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([blue, red, cup])
    await runJob(shop)
    expect(await listProductIds(shop.api, created.id)).toEqual([jug])
    const after = await shop.storefront.get(`/v1/collections/${created.handle}/products`)
    expect(after.body.data.map(({ id }: { id: string }) => id)).toEqual([jug])
  })

  it('continues after a worker was killed, newest products first', async () => {
    const shop = await openLargeShop()
    const products = await addProducts(shop, 'Cup 1', 'Cup 2', 'Cup 3', 'Cup 4', 'Cup 5')
    const { id } = await byRules(shop, titled('cup'))
    await runBatch(shop)
    expect(await listProductIds(shop.api, id)).toEqual(products.slice(3))
    await runBatch(shop)
    expect(await listProductIds(shop.api, id)).toEqual(products.slice(1))
    expect((await getCollection(shop, id)).updating).toBe(true)
    await runJob(shop)
    expect(await listProductIds(shop.api, id)).toEqual(products)
    expect((await getCollection(shop, id)).updating).toBe(false)
  })

  it('applies to products that change before the job is done', async () => {
    const shop = await openLargeShop()
    const [first, , last] = await addProducts(shop, 'Bowl', 'Jug', 'Cup', 'Dish')
    const { id } = await byRules(shop, titled('cup'))
    await runBatch(shop)
    const [created] = await addProducts(shop, 'New cup')
    await shop.api.patch(`${PRODUCTS}/${first}`, { title: 'Old cup' })
    await shop.api.patch(`${PRODUCTS}/${last}`, { title: 'Vase' })
    expect(await listProductIds(shop.api, id)).toEqual([first, created])
    await runJob(shop)
    expect(await listProductIds(shop.api, id)).toEqual([first, created])
  })

  it('replaces one that is still being applied', async () => {
    const shop = await openLargeShop()
    const [a, , b] = await addProducts(shop, 'Cup', 'Jug', 'Cup and jug', 'Jug', 'Cup')
    const { id } = await byRules(shop, titled('cup'))
    await runBatch(shop)
    await changeRules(shop, id, titled('jug'))
    await changeRules(shop, id, titled('cup and'))
    await runJob(shop)
    expect(await listProductIds(shop.api, id)).toEqual([b])
    const done = (await listEvents(shop)).filter(([type]) => type === 'collection.updated')
    // Of the two changes, and of the job.
    expect(done).toHaveLength(3)

    await changeRules(shop, id, titled('cup'))
    await runBatch(shop)
    await shop.api.patch(`${PRODUCTS}/${a}`, { tags: ['rare'] })
    expect((await changeRules(shop, id, tagged('rare'))).body).toMatchObject({ productCount: 1, updating: false })
    await runJob(shop)
    expect(await listProductIds(shop.api, id)).toEqual([a])
  })

  it('is applied together with those of other collections', async () => {
    const shop = await openLargeShop()
    const [cup, jug, , , mug] = await addProducts(shop, 'Cup', 'Jug', 'Bowl', 'Dish', 'Mug')
    const cups = await byRules(shop, titled('cup'))
    const jugs = await byRules(shop, titled('jug'))
    await runBatch(shop)
    const both = await byRules(shop, titled('u'))
    expect(await countJobs(shop, shop.live.environmentId)).toBe(1)
    await Promise.all([runJob(shop), runJob(shop), runJob(shop)])
    await runJob(shop)
    expect(await listProductIds(shop.api, cups.id)).toEqual([cup])
    expect(await listProductIds(shop.api, jugs.id)).toEqual([jug])
    expect(await listProductIds(shop.api, both.id)).toEqual([cup, jug, mug])
    expect((await listEvents(shop)).filter(([type]) => type === 'collection.updated')).toHaveLength(3)
  })

  it('ends with the collection', async () => {
    const shop = await openLargeShop()
    await addProducts(shop, 'Cup', 'Cup', 'Cup', 'Cup')
    const { id } = await byRules(shop, titled('cup'))
    await runBatch(shop)
    expect((await shop.api.send('DELETE', `${COLLECTIONS}/${id}`)).status).toBe(204)
    await runJob(shop)
    const members = 'select from collection_products where environment_id = $1'
    expect((await shop.server.db.pool.query(members, [shop.live.environmentId])).rows).toEqual([])
    expect((await listEvents(shop))[0]).toEqual(['collection.deleted', { collectionId: id }])
  })

  it('gives way to one by a server of the previous release', async () => {
    const shop = await openLargeShop()
    const products = await addProducts(shop, 'Cup', 'Jug', 'Jug', 'Cup', 'Jug')
    const { id } = await byRules(shop, titled('cup'))
    await runBatch(shop)
    // It evaluates all products in the request, and knows nothing of the job.
    const jugs = products.filter((_, at) => [1, 2, 4].includes(at))
    const values = [shop.live.environmentId, id]
    const { pool } = shop.server.db
    await pool.query('update collections set rules = $3 where environment_id = $1 and id = $2', [
      ...values,
      JSON.stringify([titled('jug')]),
    ])
    await pool.query('delete from collection_products where environment_id = $1 and collection_id = $2', values)
    await pool.query(
      `insert into collection_products (environment_id, collection_id, product_id, position)
       select $1, $2, unnest($3::text[]), 0`,
      [...values, jugs],
    )
    await runJob(shop)
    expect(await listProductIds(shop.api, id)).toEqual(jugs)
    expect((await getCollection(shop, id)).updating).toBe(false)
  })

  it('is applied in a sandbox that was copied meanwhile', async () => {
    const shop = await openLargeShop()
    const products = await addProducts(shop, 'Cup', 'Cup', 'Cup', 'Cup', 'Cup')
    const { id } = await byRules(shop, titled('cup'))
    await runBatch(shop)
    await transaction({ ...systemCtxAt(shop), ...shop.test }, copyLiveIntoSandbox, 'repeatable read')
    const copy = async () => (await shop.sandbox.get(`${COLLECTIONS}/${id}`)).body
    expect(await copy()).toMatchObject({ productCount: 2, updating: true })
    expect(await countJobs(shop, shop.test.environmentId)).toBe(1)
    await runJob(shop, shop.test)
    expect(await listProductIds(shop.sandbox, id)).toEqual(products)
    expect(await copy()).toMatchObject({ productCount: 5, updating: false })
    expect(await getCollection(shop, id)).toMatchObject({ productCount: 2, updating: true })
  })
})

describe('collections.update-products', () => {
  it('agrees with the rules after concurrent changes of products and rules', async () => {
    // A job enqueues the next one after each batch.
    const shop = await openLargeShop(await openServer({ limitClock: fastClock() }), 0)
    await shop.server.startWorker()
    const WORDS = ['Cup', 'Jug', 'Bowl']
    const products = await addProducts(shop, ...Array.from({ length: 9 }, (_, at) => WORDS[at % 3] ?? ''))
    const collections = [await byRules(shop, titled('cup')), await byRules(shop, titled('jug'))].map(({ id }) => id)
    const failed: unknown[] = []
    const lane = async (lane: number) => {
      for (let step = 0; step < 15; step++) {
        const word = WORDS[(lane + step * 2) % 3] ?? ''
        const response =
          lane < 2
            ? await changeRules(shop, collections[lane] ?? '', titled(word))
            : await shop.api.patch(`${PRODUCTS}/${products[(lane * 5 + step) % 9]}`, { title: `${word} ${step}` })
        if (response.status !== 200) failed.push(response.body)
      }
    }
    const lifecycle = async () => {
      for (let round = 0; round < 5; round++) {
        const { id } = await byRules(shop, titled('cup'))
        const [product] = await addProducts(shop, 'Cup')
        const deleted = await Promise.all([
          shop.api.send('DELETE', `${PRODUCTS}/${product}`),
          shop.api.send('DELETE', `${COLLECTIONS}/${id}`),
        ])
        failed.push(...deleted.filter(({ status }) => status !== 204).map(({ body }) => body))
      }
    }
    await Promise.all([...[0, 1, 2, 3, 4].map(lane), lifecycle()])
    expect(failed).toEqual([])
    await finishJobs(shop.server)

    const titles = new Map<string, string>()
    for (const id of products) titles.set(id, (await shop.api.get(`${PRODUCTS}/${id}`)).body.title)
    for (const id of collections) {
      const { rules, updating } = await getCollection(shop, id)
      const expected = products.filter((product) => titles.get(product)?.includes(rules[0].value))
      expect([updating, await listProductIds(shop.api, id)]).toEqual([false, expected])
    }
  })
})
