import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The upper bound: plain Node sending the same bytes. */
process.once('message', (body: string) => {
  const bytes = Buffer.from(body)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  )
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
