import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { deriveSecret, loadSecretKey, openSecrets } from './secret-key.ts'

function freshFolder(): string {
  const folder = join(tmpdir(), `storedesk-secret-${randomUUID()}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const read = (DATA_DIR: string, more: { SECRET_KEY?: string; DATABASE_URL?: string } = {}) =>
  loadSecretKey({ SECRET_KEY: undefined, DATABASE_URL: undefined, DATA_DIR, ...more })

it('creates the secret key once, readable by nobody else', async () => {
  const folder = freshFolder()
  const key = await read(folder)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await read(folder)).toBe(key)
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
})

it('uses a configured key, and requires one with DATABASE_URL', async () => {
  const SECRET_KEY = 'x'.repeat(32)
  expect(await read('/nowhere', { SECRET_KEY, DATABASE_URL: 'postgres://host/db' })).toBe(SECRET_KEY)
  await expect(read('/nowhere', { DATABASE_URL: 'postgres://host/db' })).rejects.toThrow(/requires a SECRET_KEY/)
})

it('does not silently replace a damaged file, which would lose all sessions and second factors', async () => {
  const folder = freshFolder()
  await read(folder)
  await writeFile(join(folder, 'secret-key'), '')
  await expect(read(folder)).rejects.toThrow(/does not contain a key/)
})

it('derives a separate secret for every purpose', () => {
  expect(deriveSecret('a', 'sign-in')).not.toBe(deriveSecret('a', 'mail'))
  expect(deriveSecret('a', 'sign-in')).toBe(deriveSecret('a', 'sign-in'))
  const secretFor = openSecrets('a')
  for (const purpose of ['mail', 'sign-in', 'mail']) expect(secretFor(purpose)).toBe(deriveSecret('a', purpose))
})
