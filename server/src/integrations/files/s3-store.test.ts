import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { controlTimeouts } from '../../../test/control-timeouts.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { openS3Server, type S3Server } from '../../../test/s3-server.ts'
import { drawPng, toBlob } from '../../../test/sample-images.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { removeUnusedFiles } from '../../modules/files/jobs.ts'
import { openS3Store } from './s3-store.ts'

const UPLOAD = '/v1/catalog/images'
const TWO_DAYS_MS = 2 * 86_400_000
const PNG = drawPng({ shade: 7 })

const PATIENCE_MS = 50_000

/** Short only where the timeout must pass; the others must not fail on a busy machine. */
async function openWithBucket({ secret, timeoutMs = PATIENCE_MS }: { secret?: string; timeoutMs?: number } = {}) {
  const store = await openS3Server(secret)
  const server = await openServer({ files: openS3Store(store.url, { timeoutMs }) })
  const shop = await openShop(server)
  const upload = () => shop.api.post(UPLOAD, toBlob(PNG))
  const fetchFile = (url: string) => fetch(server.url + new URL(url, server.url).pathname)
  return { store, shop, upload, fetchFile }
}

describe('openS3Store', () => {
  it('stores, serves and removes files with signatures that Amazon’s own code accepts', async () => {
    const { store, shop, upload, fetchFile } = await openWithBucket()
    const { status, body } = await upload()
    expect(status).toBe(201)
    const key = `/shop/${new URL(body.url).pathname.replace('/files/', '')}`
    expect([...store.objects.keys()]).toEqual([key])
    expect(store.objects.get(key)).toEqual({ bytes: PNG, type: 'image/png' })

    const response = await fetchFile(body.url)
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(PNG.length)])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG)
    expect((await fetchFile(body.url.replace(/[0-9a-f]{8}\.png$/, '00000000.png'))).status).toBe(404)

    await removeUnusedFiles.run({ ...shop.server.system, now: new Date(Date.now() + TWO_DAYS_MS) })
    expect([...store.objects.keys()]).toEqual([])
    expect(store.requests.at(-1)).toBe(`DELETE ${key}`)
    expect((await fetchFile(body.url)).status).toBe(404)
  })

  it('retries when the store fails or hangs up, at most three times', async () => {
    const { store, upload } = await openWithBucket()
    store.failures.push('fails', 'hangs up')
    expect((await upload()).status).toBe(201)
    expect(store.requests).toHaveLength(3)

    store.failures.push('fails', 'fails', 'fails', 'fails')
    const { status, body, headers } = await upload()
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect(store.requests).toHaveLength(6)
  })

  it.each([
    ['is down', async (store: S3Server) => store.close()],
    ['does not respond', async (store: S3Server) => void store.failures.push('is silent', 'is silent')],
  ])('returns 503 when the store %s, and an unacknowledged file cannot be referenced', async (_name, breakStore) => {
    const { store, shop, upload, fetchFile } = await openWithBucket({ timeoutMs: 300 })
    await breakStore(store)
    const { status, body, headers } = await upload()
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|AKID/)
    expect([...store.objects.keys()]).toEqual([])

    const { rows } = await shop.server.db.pool.query('select name, is_stored from files')
    expect(rows).toEqual([{ name: expect.stringMatching(/png$/), is_stored: false }])
    const path = `/files/${shop.live.environmentId}/${rows[0].name}`
    await expect(addProduct(shop.api, { images: [{ url: path }] })).rejects.toThrow('upload it')
    const response = await fetchFile(path)
    expect([response.status, (await response.json()).error.code]).toEqual([503, 'unavailable'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('returns 503 when the store rejects our secret; the log says why, the response does not', async () => {
    const { shop, upload } = await openWithBucket({ secret: 'wrong' })
    const { status, body } = await upload()
    expect([status, body.error.code]).toEqual([503, 'unavailable'])
    expect(JSON.stringify(body)).not.toContain('Signature')
    expect(shop.server.logged.join('')).toContain('SignatureDoesNotMatch')
    expect(shop.server.logged.join('')).not.toContain('wrong@')
  })

  it('never sends a partial file as complete: a store that stalls midway aborts the response', async () => {
    controlTimeouts()
    const { store, upload, fetchFile } = await openWithBucket({ timeoutMs: 10_000 })
    const { body } = await upload()
    store.failures.push('stops half way')
    const response = await fetchFile(body.url)
    const outcome = response.arrayBuffer().then(
      () => 'complete',
      () => 'aborted',
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBe('aborted')
  })

  it('waits for a slow reader', async () => {
    const store = await openS3Server()
    controlTimeouts()
    const files = openS3Store(store.url, { timeoutMs: PATIENCE_MS })
    const key = `${crypto.randomUUID()}/${'0'.repeat(64)}.png` as never
    store.objects.set(`/shop/${key}`, { bytes: Buffer.alloc(5_000_000, 1), type: 'image/png' })
    const file = await files.open(key, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS)
    expect(file && (await buffer(file.bytes)).length).toBe(5_000_000)
  })
})
