import { promises as dns } from 'node:dns'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { openOutside, sayJson } from '../../test/outside-server.ts'
import { isPublicAddress } from '../kit/public-address.ts'
import { safePost } from './safe-fetch.ts'

const options = { timeoutMs: 3000, maxBytes: 1000, allowHttp: true }

it('a name that leads inside our walls is not asked, though nobody could tell by the name', async ({ skip }) => {
  const name = hostname()
  const found = await dns.lookup(name, { all: true }).catch(() => [])
  skip(
    found.length === 0 || found.some(({ address }) => isPublicAddress(address)),
    'this machine has no name of its own',
  )
  const { url, asked } = await openOutside(sayJson({}))
  const named = `http://${name}:${new URL(url).port}/`
  await expect(safePost(named, '{}', {}, options, new AbortController().signal)).rejects.toThrow('on the internet')
  expect(asked).toEqual([])
})

it('a name that leads to this machine is asked where tests allow it', async () => {
  const { url, asked } = await openOutside(sayJson({ well: true }))
  const named = `http://localtest.localhost.:${new URL(url).port}/`
  await expect(safePost(named, '{}', {}, options, new AbortController().signal)).rejects.toThrow('on the internet')
  const answer = await safePost(url, '{}', {}, { ...options, allowLoopback: true }, new AbortController().signal)
  expect([answer, asked.length]).toEqual([{ status: 200, body: '{"well":true}' }, 1])
})
