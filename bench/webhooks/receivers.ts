import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behavior = 'healthy' | 'fails half the time' | 'slow' | 'dies'

export interface Receiver {
  behavior: Behavior
  url: string
  /** Events in the order in which they first arrived, whatever the response was. */
  arrivals: Set<string>
  /** Events that were accepted. */
  accepted: Set<string>
  /** Requests for events that had been accepted before. */
  repeated: number
  requests: number
  close(): void
}

const SLOW_MS = 25
/** A receiver that dies lives this long, and is dead as long. */
const LIFE_MS = 2000

export async function openReceiver(behavior: Behavior): Promise<Receiver> {
  const receiver: Receiver = {
    behavior,
    url: '',
    arrivals: new Set(),
    accepted: new Set(),
    repeated: 0,
    requests: 0,
    close: () => {},
  }
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume()
    request.once('end', () => respond(receiver, id, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  receiver.url = `http://127.0.0.1:${port}/`
  const life = behavior === 'dies' ? setInterval(toggle, LIFE_MS) : undefined
  function toggle() {
    if (!server.listening) return void server.listen(port, '127.0.0.1')
    server.close()
    server.closeAllConnections()
  }
  receiver.close = () => {
    clearInterval(life)
    server.close()
    server.closeAllConnections()
  }
  return receiver
}

function respond(receiver: Receiver, id: string, response: ServerResponse): void {
  receiver.requests += 1
  receiver.arrivals.add(id)
  if (receiver.behavior === 'fails half the time' && Math.random() < 0.5) return void response.writeHead(500).end()
  const accept = () => {
    if (receiver.accepted.has(id)) receiver.repeated += 1
    receiver.accepted.add(id)
    response.end()
  }
  if (receiver.behavior === 'slow') setTimeout(accept, SLOW_MS)
  else accept()
}
