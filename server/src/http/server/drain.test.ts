import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'

it('does not wait for connections without a request, or with an incomplete one, when it stops', async () => {
  // With these limits only the drain closes them.
  const server = await openServer({ limits: { headersMs: 200_000, requestMs: 200_000 } })
  const silent = connect(server.port, '127.0.0.1')
  const stuck = connect(server.port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(stuck, 'connect')])
  stuck.write('GET /healthz HTTP/1.1\r\nHost:')
  stuck.on('error', () => {})
  await fetch(`${server.url}/healthz`)
  const closed = [once(silent, 'close'), once(stuck, 'close')]
  await server.app.close()
  await Promise.all(closed)
  expect(server.app.server.listening).toBe(false)
})
