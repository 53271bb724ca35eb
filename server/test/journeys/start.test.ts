import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { createApiClient } from '../open-shop.ts'
import { type Program, runProgram } from '../process.ts'
import { readCookies } from '../sign-in.ts'

function freshFolder(): string {
  const folder = join(tmpdir(), `storedesk-start-${randomUUID()}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const start = (env: Record<string, string>): Program => runProgram('dist/main.js', { LOG_LEVEL: 'warn', ...env })

/** One sentence on stderr, exit code 1, and nothing else. */
async function expectRefusal(program: Program, sentence: RegExp): Promise<void> {
  expect(await program.exit()).toBe(1)
  expect(program.errors().trim().split('\n')).toEqual([expect.stringMatching(sentence)])
}

describe('npm start', () => {
  it('sets up everything on first start, prints the keys once, drains on SIGTERM and restarts with its data', async () => {
    const DATA_DIR = freshFolder()
    const BOOTSTRAP_FILE = `${DATA_DIR}.json`
    onTestFinished(() => rm(BOOTSTRAP_FILE, { force: true }))
    const PORT = String(await freePort())
    const env = { DATA_DIR, PORT, BOOTSTRAP_FILE, STOREFRONT_PORT: String(await freePort()) }
    const url = `http://127.0.0.1:${PORT}`

    const first = start(env)
    await first.waitForLine(/Storedesk is ready: (.*)/)
    expect(first.output().indexOf('svc_live_')).toBeLessThan(first.output().indexOf('Storedesk is ready'))
    const bootstrap = JSON.parse(await readFile(BOOTSTRAP_FILE, 'utf8'))
    expect(Object.keys(bootstrap)).toEqual([
      'dashboardUrl',
      'email',
      'password',
      'workspaceId',
      'sandboxId',
      'testKey',
      'liveKey',
    ])
    expect(statSync(BOOTSTRAP_FILE).mode & 0o777).toBe(0o600)
    expect(statSync(join(DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
    for (const value of [
      bootstrap.email,
      bootstrap.password,
      bootstrap.workspaceId,
      bootstrap.sandboxId,
      bootstrap.testKey,
      bootstrap.liveKey,
    ]) {
      expect(first.output()).toContain(value)
    }
    const api = createApiClient(url, { authorization: `Bearer ${bootstrap.testKey}` })
    expect((await api.get('/v1/workspace')).body).toMatchObject({ id: bootstrap.workspaceId, mode: 'test' })

    const { body: products } = await createApiClient(url, { 'x-workspace-id': bootstrap.workspaceId }).get(
      '/v1/products?limit=1',
    )
    const image = await fetch(products.data[0].image.url)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])

    const page = createApiClient(url, { origin: url })
    const { email, password } = bootstrap
    const entered = await page.post('/dashboard/api/auth/sign-in', { email, password })
    expect(entered.status).toBe(200)
    const cookie = readCookies(entered)
    const { body: me } = await page.get('/dashboard/api/me', { cookie })
    expect(me.workspaces).toMatchObject([{ id: bootstrap.workspaceId, role: 'owner' }])

    const slow = connect(Number(PORT), '127.0.0.1')
    const body = JSON.stringify({ name: 'Sent slowly' })
    const head = `PATCH /v1/workspace HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bootstrap.testKey}\r\n`
    slow.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)
    // Tells when the request has arrived.
    slow.write('Expect: 100-continue\r\n\r\n')
    expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1.1 100 /)
    slow.write(body.slice(0, 5))
    const stopped = first.kill('SIGTERM')
    await first.waitForLine(/Stopping/)
    slow.write(body.slice(5))
    const [response] = await once(slow, 'data')
    expect(String(response)).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nconnection: close\r\n/i)
    expect(await stopped).toBe(0)
    expect(existsSync(join(DATA_DIR, 'pg18', 'postmaster.pid'))).toBe(false)

    const second = start(env)
    await second.waitForLine(/Storedesk is ready/)
    expect(second.output()).not.toContain('svc_')
    expect((await page.get('/dashboard/api/me', { cookie })).status).toBe(200)
    expect((await api.get('/v1/workspace')).body.name).toBe('Sent slowly')

    await expectRefusal(
      start({ ...env, PORT: String(await freePort()), STOREFRONT_PORT: String(await freePort()) }),
      /Another Storedesk server is running on this database/,
    )
    expect((await api.get('/v1/workspace')).status).toBe(200)
    expect(await second.kill('SIGINT')).toBe(0)
  })

  it('with DEMO=off starts empty and logs the link for the first owner', async () => {
    const PORT = String(await freePort())
    const STOREFRONT_PORT = String(await freePort())
    const program = start({ DATA_DIR: freshFolder(), PORT, STOREFRONT_PORT, DEMO: 'off' })
    const [, token] = await program.waitForLine(/\/dashboard\/#\/setup\?token=(\S+)/)
    await program.waitForLine(/Storedesk is ready/)
    expect(program.output()).not.toContain('svc_')
    const url = `http://127.0.0.1:${PORT}`
    const person = { name: 'Kim', email: 'kim@example.com', password: 'a password of their own', workspaceName: 'Oak' }
    const created = await createApiClient(url, { origin: url }).post('/dashboard/api/setup', { token, ...person })
    expect(created).toMatchObject({ status: 200, body: { status: 'signed_in' } })
    expect(await program.kill('SIGTERM')).toBe(0)
  })

  it('rejects a port in use, before creating anything', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    onTestFinished(() => void blocker.close())
    const DATA_DIR = freshFolder()
    const { port } = blocker.address() as AddressInfo
    await expectRefusal(
      start({ DATA_DIR, PORT: String(port) }),
      new RegExp(`Port ${port} on 127.0.0.1 is already in use`),
    )
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('rejects a data folder that is not writable', async () => {
    const file = freshFolder()
    await writeFile(file, '')
    const DATA_DIR = join(file, 'data')
    await expectRefusal(start({ DATA_DIR, PORT: String(await freePort()) }), /DATA_DIR|data folder/)
  })

  it.each([
    ['postgres://nobody:hunter2@127.0.0.1:9/none', /Cannot reach the database at DATABASE_URL: nothing is listening/],
    ['mysql://user:hunter2@127.0.0.1/db', /DATABASE_URL must look like postgres:/],
  ])('rejects the DATABASE_URL %s without repeating its password', async (DATABASE_URL, sentence) => {
    const program = start({ DATABASE_URL, PORT: String(await freePort()) })
    await expectRefusal(program, sentence)
    expect(program.output()).not.toContain('hunter2')
  })

  it('rejects unknown or contradictory settings', async () => {
    await expectRefusal(start({ STOREDESK_COLOR: 'red' }), /STOREDESK_COLOR is not a setting of Storedesk/)
    await expectRefusal(start({ ROLE: 'worker', DATA_DIR: freshFolder() }), /ROLE=worker requires a DATABASE_URL/)
  })
})
