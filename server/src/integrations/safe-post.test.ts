import { promises as dns } from 'node:dns'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { openExternalServer, respondJson } from '../../test/external-server.ts'
import { isPublicAddress } from '../kit/external-url.ts'
import { safePost } from './safe-post.ts'

const options = { timeoutMs: 120_000, maxBytes: 1000, allowHttp: true }

it('rejects a name that resolves into our own network', async ({ skip }) => {
  const name = hostname()
  const addresses = await dns.lookup(name, { all: true }).catch(() => [])
  skip(
    addresses.length === 0 || addresses.some(({ address }) => isPublicAddress(address)),
    'this machine has no name of its own',
  )
  const { url, requests } = await openExternalServer(respondJson({}))
  const named = `http://${name}:${new URL(url).port}/`
  await expect(safePost(named, '{}', {}, options, new AbortController().signal)).rejects.toThrow(
    /public (IP address|host name)/,
  )
  expect(requests).toEqual([])
})

it('allows a name that resolves to this machine where tests allow it', async () => {
  const { url, requests } = await openExternalServer(respondJson({ well: true }))
  const named = `http://localtest.localhost.:${new URL(url).port}/`
  await expect(safePost(named, '{}', {}, options, new AbortController().signal)).rejects.toThrow(
    /public (IP address|host name)/,
  )
  const response = await safePost(url, '{}', {}, { ...options, allowLoopback: true }, new AbortController().signal)
  expect([response, requests.length]).toEqual([{ status: 200, body: '{"well":true}' }, 1])
})
