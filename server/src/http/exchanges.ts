import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The last request of a connection, if there was one. */
export interface Exchange {
  request?: IncomingMessage
  response?: ServerResponse
}

/** Of each connection that is open. */
export type Exchanges = ReadonlyMap<Socket, Exchange>

/** Noted once for all who must know what goes on: this is on the way of every request. */
export function followExchanges(server: Server): Exchanges {
  const exchanges = new Map<Socket, Exchange>()
  server.on('connection', (socket: Socket) => {
    exchanges.set(socket, {})
    socket.once('close', () => exchanges.delete(socket))
  })
  server.on('request', (request, response) => {
    const exchange = exchanges.get(request.socket)
    if (!exchange) return
    exchange.request = request
    exchange.response = response
  })
  return exchanges
}
