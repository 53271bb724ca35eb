import { randomUUID } from 'node:crypto'
import { appendFile, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { createApiClient } from '../open-shop.ts'
import { runProgram } from '../process.ts'
import { drawPng, toBlob } from '../sample-images.ts'

const IMAGES = '/v1/catalog/images'

const NOBODY = 65534

async function run(command: 'backup' | 'restore', DATA_DIR: string, ...args: string[]) {
  return runWith({ DATA_DIR }, command, ...args)
}

async function runWith(env: Record<string, string>, command: 'backup' | 'restore', ...args: string[]) {
  const program = runProgram(`src/${command}-command.ts`, env, args)
  return { code: await program.exit(), output: program.output() }
}

async function start(DATA_DIR: string, BOOTSTRAP_FILE: string) {
  const [PORT, STOREFRONT_PORT] = [String(await freePort()), String(await freePort())]
  const env = { DATA_DIR, BOOTSTRAP_FILE, PORT, STOREFRONT_PORT, LOG_LEVEL: 'warn' }
  const server = runProgram('dist/main.js', env)
  await server.waitForLine(/Storedesk is ready/)
  const { liveKey } = JSON.parse(await readFile(BOOTSTRAP_FILE, 'utf8'))
  const url = `http://127.0.0.1:${PORT}`
  return { server, url, api: createApiClient(url, { authorization: `Bearer ${liveKey}` }) }
}

/** Writes rows and files until told to stop; knows what was acknowledged. */
function keepWriting({ api }: Awaited<ReturnType<typeof start>>) {
  const names: string[] = []
  const imagePaths: string[] = []
  const failures: unknown[] = []
  let stopped = false
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let n = 0; !stopped; n++) {
      const name = `writer ${writer} write ${n}`
      const change = await api.patch('/v1/workspace', { name })
      if (change.status === 200) names.push(name)
      else if (change.status !== 429) failures.push(change.body)
      const { status, body } = await api.post(IMAGES, toBlob(drawPng({ shade: writer * 80 + (n % 80) })))
      if (status === 201) imagePaths.push(new URL(body.url).pathname)
      else if (status !== 429) failures.push(body)
    }
  })
  const stop = async () => {
    stopped = true
    await Promise.all(writers)
  }
  return { names, imagePaths, failures, stop }
}

it('restores everything that was acknowledged before a backup of a busy server, somewhere else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // PostgreSQL does not run as root, and its user must reach its data.
  const [data, elsewhere] = ['data', 'elsewhere'].map((name) => join(tmpdir(), `storedesk-${name}-${randomUUID()}`))
  if (!data || !elsewhere) throw new Error('no folders')
  onTestFinished(async () => {
    for (const dataDir of [data, elsewhere]) await rm(dataDir, { recursive: true, force: true })
  })
  const [bootstrapFile, target] = [join(folder, 'bootstrap.json'), join(folder, 'backup')]

  expect(await run('backup', data, target)).toEqual({ code: 1, output: expect.stringContaining('no data') })
  const original = await start(data, bootstrapFile)
  const writes = keepWriting(original)
  await expect.poll(() => writes.imagePaths.length).toBeGreaterThan(10)
  const before = { names: [...writes.names], imagePaths: [...writes.imagePaths] }
  expect(await run('backup', data, target)).toEqual({ code: 0, output: expect.stringContaining('Backed up') })
  expect(writes.imagePaths.length).toBeGreaterThan(before.imagePaths.length)
  await writes.stop()
  // The server was not disturbed.
  expect(writes.failures).toEqual([])
  expect((await stat(target)).mode & 0o777).toBe(0o700)
  expect((await run('backup', data, target)).output).toContain('exists already')

  // Not over a running server, not over existing data.
  expect((await run('restore', data, target)).output).toContain('A server is running')
  expect(await original.server.kill('SIGTERM')).toBe(0)
  expect((await run('restore', data, target)).output).toContain('contains data')
  // Nor over one in another container, whose processes are not visible.
  const socket = createServer().listen(join(data, 'run/.s.PGSQL.5432'))
  expect((await run('restore', data, target, '--replace')).output).toContain('A server is running')
  socket.close()

  // Root restores for the user whose folder it is.
  const isRoot = process.getuid?.() === 0
  await mkdir(elsewhere, { mode: 0o755 })
  if (isRoot) await chown(elsewhere, NOBODY, NOBODY)
  expect(await run('restore', elsewhere, target)).toEqual({ code: 0, output: expect.stringContaining('Restored') })
  for (const name of isRoot ? await readdir(elsewhere, { recursive: true }) : [])
    expect([name, (await stat(join(elsewhere, name))).uid]).toEqual([name, NOBODY])
  const restored = await start(elsewhere, bootstrapFile)
  const stored = new Set<string>()
  let cursor = ''
  do {
    const { body } = await restored.api.get(`/v1/events?limit=100${cursor && `&cursor=${cursor}`}`)
    for (const event of body.data) stored.add(event.data.name)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(before.names.filter((name) => !stored.has(name))).toEqual([])
  for (const path of new Set(before.imagePaths))
    expect([path, (await fetch(restored.url + path)).status]).toEqual([path, 200])
  expect((await restored.api.patch('/v1/workspace', { name: 'Restored' })).status).toBe(200)
  expect(await restored.server.kill('SIGTERM')).toBe(0)

  const otherKey = { DATA_DIR: elsewhere, SECRET_KEY: 'x'.repeat(32) }
  const replaced = await runWith(otherKey, 'restore', target, '--replace')
  expect(replaced.output).toContain('SECRET_KEY is not the key of this backup')
  expect(replaced).toEqual({ code: 0, output: expect.stringMatching(/The previous data is in .*replaced-/) })
  await appendFile(join(target, 'database.tar.gz'), 'x')
  expect((await run('restore', elsewhere, target, '--replace')).output).toContain('is damaged')
})
