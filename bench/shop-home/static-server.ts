import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StaticFile {
  headers: Record<string, string>
  /** As it was sent, compressed or not. */
  base64: string
}

/** The least a server can do: the files of a recorded page from memory, with the headers they had. */
const files = new Map(
  Object.entries(JSON.parse(readFileSync(process.env.FILES ?? '', 'utf8')) as Record<string, StaticFile>).map(
    ([path, { headers, base64 }]) => [path, { headers, body: Buffer.from(base64, 'base64') }],
  ),
)
const server = createServer((request, response) => {
  const file = files.get(request.url ?? '')
  if (file) response.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body)
  else response.writeHead(404).end()
})
server.listen(Number(process.env.STATIC_PORT), '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
process.once('disconnect', () => process.exit())
