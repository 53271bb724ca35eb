import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from '../is-ready.ts'

interface Target {
  port: number
  /** Consecutive health checks that failed. */
  failures: number
}

export interface Balancer {
  url: string
  close(): Promise<void>
}

/** How often each server is asked whether it is ready. */
const HEALTH_CHECK_MS = 250
/** It gets no more requests after so many failed checks in a row: one may fail because the machine is busy. */
const MAX_FAILURES = 2

/**
 * Sends each request to the next server that is ready, as load balancers do: over connections that it keeps open, and
 * without ever repeating a request.
 */
export async function openBalancer(ports: number[]): Promise<Balancer> {
  const targets: Target[] = ports.map((port) => ({ port, failures: MAX_FAILURES }))
  const agent = new Agent({ keepAlive: true })
  let next = 0
  const check = async (target: Target) => {
    target.failures = (await isReady(`http://127.0.0.1:${target.port}`)) ? 0 : target.failures + 1
  }
  const server = createServer((incoming, response) => {
    const ready = targets.filter(({ failures }) => failures < MAX_FAILURES)
    const target = ready[next++ % Math.max(1, ready.length)]
    if (!target) return void response.writeHead(503).end('no server is ready')
    forward(incoming, response, target.port, agent)
  })
  // Its clients must not find a connection closed that they are just using.
  server.keepAliveTimeout = 60_000
  let isClosed = false
  const keepChecking = async (target: Target) => {
    while (!isClosed) {
      await sleep(HEALTH_CHECK_MS)
      await check(target)
    }
  }
  await Promise.all(targets.map(check))
  for (const target of targets) void keepChecking(target)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      isClosed = true
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
