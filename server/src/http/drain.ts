import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for a request whose first bytes were under way when the server began to stop. */
const GRACE_MS = 500

/**
 * A stopping server waits for requests, not for connections. Node closes only those that have had an answer; browsers
 * keep spare ones open that never asked for anything, and each would hold the stop until its time is up.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const busy = new Map<Socket, number>()
  const count = (socket: Socket, change: number) => busy.set(socket, (busy.get(socket) ?? 0) + change)
  const closeUnused = () => {
    for (const [socket, requests] of busy) if (requests === 0) socket.destroy()
  }

  let closing = false
  app.server.on('connection', (socket: Socket) => {
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => busy.has(socket) && count(socket, -1))
  })
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(closeUnused, GRACE_MS).unref()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
