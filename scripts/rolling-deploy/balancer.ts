import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isReady } from '../is-ready.ts'

interface Target {
  port: number
  isReady: boolean
}

export interface Balancer {
  url: string
  close(): Promise<void>
}

/** How often each server is asked whether it is ready. */
export const HEALTH_CHECK_MS = 250

/**
 * Sends each request to the next server that is ready, as load balancers do: over connections that it keeps open, and
 * without ever repeating a request.
 */
export async function openBalancer(ports: number[]): Promise<Balancer> {
  const targets: Target[] = ports.map((port) => ({ port, isReady: false }))
  const agent = new Agent({ keepAlive: true })
  let next = 0
  const checkAll = () =>
    Promise.all(
      targets.map(async (target) => {
        target.isReady = await isReady(`http://127.0.0.1:${target.port}`)
      }),
    )
  const server = createServer((incoming, response) => {
    const ready = targets.filter((target) => target.isReady)
    const target = ready[next++ % Math.max(1, ready.length)]
    if (!target) return void response.writeHead(503).end('no server is ready')
    forward(incoming, response, target.port, agent)
  })
  await checkAll()
  const timer = setInterval(() => void checkAll(), HEALTH_CHECK_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number, agent: Agent): void {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent })
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', (error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end(error.message)
  })
  incoming.pipe(outgoing)
}
