import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fileNameOf } from '../../src/kit/file-key.ts'
import { createApiClient, openIsolatedShop } from '../open-shop.ts'
import { runProgram } from '../process.ts'
import { drawPng, toBlob } from '../sample-images.ts'

const ROUNDS = 2
const UPLOADERS = 6

it('loses no acknowledged image when the server is killed, and never serves a partial one', async () => {
  const shop = await openIsolatedShop()
  const folder = join(tmpdir(), `storedesk-kill-uploads-${randomUUID()}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const acknowledged: string[] = []
  let shade = 0

  for (let round = 0; round < ROUNDS; round++) {
    const victim = runProgram('test/crashing-server.process.ts', {
      VICTIM_CONNECTION: JSON.stringify(shop.server.connection),
      VICTIM_FILES: folder,
    })
    const [, port] = await victim.waitForLine(/listening on (\d+)/)
    const api = createApiClient(`http://127.0.0.1:${port}`, { authorization: `Bearer ${shop.liveKey}` })
    const before = acknowledged.length
    let killed = false
    const uploaders = Array.from({ length: UPLOADERS }, async () => {
      while (!killed) {
        shade += 1
        const response = await api
          .post('/v1/catalog/images', toBlob(drawPng({ shade, sizeBytes: 500_000 })))
          .catch(() => undefined)
        if (response?.status === 201) acknowledged.push(response.body.url)
        // Its quota for the minute is used up.
        if (response?.status === 429) return
      }
    })
    while (acknowledged.length < before + 3) await new Promise((resolve) => setTimeout(resolve, 5))
    await victim.kill('SIGKILL')
    killed = true
    await Promise.all(uploaders)
  }

  const home = join(folder, shop.live.environmentId)
  const storedFiles = await readdir(home)
  expect(storedFiles).toEqual(expect.arrayContaining(acknowledged.map((url) => url.split('/').at(-1))))
  for (const name of storedFiles) expect(fileNameOf(await readFile(join(home, name)), 'image/png')).toBe(name)
  // Every file on disk has a row, so that it can be removed later.
  const { rows } = await shop.server.db.pool.query('select name, is_stored from files')
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(storedFiles))
  const certain = new Set(rows.filter(({ is_stored }) => is_stored).map(({ name }) => name))
  expect(acknowledged.filter((url) => !certain.has(url.split('/').at(-1)))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 3)
})
