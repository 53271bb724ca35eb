import type { FastifyInstance } from 'fastify'
import type { Exchanges } from './pipelining.ts'

/** Time for a request whose first bytes were under way when the server began to stop. */
const GRACE_MS = 500

/**
 * A stopping server waits for requests, not for connections. Node closes only those that have had an answer; browsers
 * keep spare ones open that never asked for anything, and each would hold the stop until its time is up.
 */
export function closeIdleConnections(app: FastifyInstance, exchanges: Exchanges): void {
  const closeIdle = () => {
    // Answers leave in the order of the requests: with the last one all are finished.
    for (const [socket, { response }] of exchanges) if (!response || response.writableFinished) socket.destroy()
  }

  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(closeIdle, GRACE_MS).unref()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
