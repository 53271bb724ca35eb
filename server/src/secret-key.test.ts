import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { deriveSecret, loadSecretKey } from './secret-key.ts'

function freshFolder(): string {
  const folder = join(tmpdir(), `storedesk-secret-${randomUUID()}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const read = (DATA_DIR: string, more: { SECRET_KEY?: string; DATABASE_URL?: string } = {}) =>
  loadSecretKey({ SECRET_KEY: undefined, DATABASE_URL: undefined, DATA_DIR, ...more })

it('the secret key is made once, for nobody else to read', async () => {
  const folder = freshFolder()
  const key = await read(folder)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await read(folder)).toBe(key)
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
})

it('a given key is taken; a DATABASE_URL needs one', async () => {
  const SECRET_KEY = 'x'.repeat(32)
  expect(await read('/nowhere', { SECRET_KEY, DATABASE_URL: 'postgres://host/db' })).toBe(SECRET_KEY)
  await expect(read('/nowhere', { DATABASE_URL: 'postgres://host/db' })).rejects.toThrow(/needs a SECRET_KEY/)
})

it('a spoilt file is not replaced in silence: with it all sessions and second factors would be lost', async () => {
  const folder = freshFolder()
  await read(folder)
  await writeFile(join(folder, 'secret-key'), '')
  await expect(read(folder)).rejects.toThrow(/does not hold a key/)
})

it('every purpose has a secret of its own', () => {
  expect(deriveSecret('a', 'sign-in')).not.toBe(deriveSecret('a', 'mail'))
  expect(deriveSecret('a', 'sign-in')).toBe(deriveSecret('a', 'sign-in'))
})
