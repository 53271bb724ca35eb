import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Exchanges } from './pipelining.ts'

/** Node sends `Connection: close`, so that the client sends nothing more. */
function announceClose(response: ServerResponse): void {
  response.shouldKeepAlive = false
}

/** Time for a request whose first bytes were in transit when the shutdown began. */
const GRACE_MS = 500

/**
 * A stopping server waits for requests, not for connections. Node closes only those that had a response; browsers keep
 * spare ones open that never sent a request, and each would delay the shutdown until its timeout.
 */
export function closeIdleConnections(app: FastifyInstance, exchanges: Exchanges): void {
  const closeIdle = () => {
    // Responses are sent in request order: with the last one all are finished.
    for (const [socket, { response }] of exchanges) if (!response || response.writableFinished) socket.destroy()
  }

  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const { response } of exchanges.values()) if (response) announceClose(response)
    setTimeout(closeIdle, GRACE_MS).unref()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (closing) announceClose(reply.raw)
    done()
  })
}
