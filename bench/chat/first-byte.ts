import { once } from 'node:events'
import { connect } from 'node:net'

/** Milliseconds from the last byte of a request to the first of its response, on a connection that is open. Waits for the end. */
export async function timeToFirstByte(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  const content = body ? JSON.stringify(body) : ''
  const fields = {
    host: `${hostname}:${port}`,
    connection: 'close',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const startedMs = performance.now()
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${content}`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  const elapsedMs = performance.now() - startedMs
  if (!first.toString('latin1', 0, 15).startsWith('HTTP/1.1 200')) throw new Error(first.toString())
  socket.resume()
  await once(socket, 'close')
  return elapsedMs
}
