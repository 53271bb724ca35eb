import { expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { anonymousBrowser, browserClient, readCookies } from '../../../test/sign-in.ts'

const token = 'printed in the log'
const owner = {
  name: 'Kim',
  email: 'kim@example.com',
  password: 'a password of their own',
  workspaceName: 'Hazel & Oak',
}

it('creates the first owner with the token from the log, once', async () => {
  const server = await openServer({ setupToken: token })
  const page = anonymousBrowser(server)
  expect((await page.get('/dashboard/api/setup')).body).toEqual({ required: true })
  expect((await page.post('/dashboard/api/setup', { ...owner, token: 'a guess' })).status).toBe(403)

  for (const password of ['aaaaaaaaaaaa', 'Hazel & Oak 1', 'kim@example.com']) {
    const weak = await page.post('/dashboard/api/setup', { ...owner, password, token })
    expect(weak).toMatchObject({ status: 400, body: { error: { details: [{ path: '/password' }] } } })
  }

  const attempts = await Promise.all(
    ['kim@example.com', 'lee@example.com'].map((email) =>
      page.post('/dashboard/api/setup', { ...owner, email, token }),
    ),
  )
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 403])
  const created = attempts.find(({ status }) => status === 200)
  if (!created) throw new Error('no account was created')
  const me = await browserClient(server, readCookies(created)).get('/dashboard/api/me')
  expect(me.body.workspaces).toMatchObject([{ name: 'Hazel & Oak', role: 'owner' }])
  expect((await page.get('/dashboard/api/setup')).body).toEqual({ required: false })
})

it('rejects a first owner without a token', async () => {
  const server = await openServer()
  expect((await anonymousBrowser(server).post('/dashboard/api/setup', { ...owner, token: 'undefined' })).status).toBe(
    403,
  )
})
