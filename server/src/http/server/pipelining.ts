import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The last request of a connection, if there was one. */
export interface Exchange {
  request?: IncomingMessage
  response?: ServerResponse
  /** Requests that were sent before the answers to earlier ones have left. */
  waiting: number
  /** More of them than we take: those we have are answered, then the connection ends. */
  isOverrun: boolean
}

/** Of each connection that is open. */
export type Exchanges = ReadonlyMap<Socket, Exchange>

/** True when the request is being answered from the response cache; otherwise nothing has happened to it. */
export type ServeFromCache = (request: IncomingMessage, response: ServerResponse) => boolean

type Listener = (request: IncomingMessage, response: ServerResponse) => void

interface Options {
  /** How many requests of one connection may wait. */
  maxWaiting: number
  serveFromCache: ServeFromCache | undefined
  /** True when the request is begun later, by `begin`, or was refused. */
  delay: (request: IncomingMessage, response: ServerResponse, begin: () => void) => boolean
  /** Told of a connection that sent more than it may. */
  onOverrun: (request: IncomingMessage) => void
}

/**
 * Requests of one connection are worked on one after the other: with the next one we begin when the client has taken the answer
 * before it. Node would start all of them at once, a few thousand from a single packet, and keep every answer in memory
 * until it is read. Noted here once for all who must know what goes on: this is on the way of every request.
 */
export function serveInOrder(server: Server, { maxWaiting, serveFromCache, delay, onOverrun }: Options): Exchanges {
  const [listener] = server.listeners('request') as Listener[]
  if (!listener) throw new Error('The framework has no listener of its own')
  server.removeListener('request', listener)
  const exchanges = new Map<Socket, Exchange>()
  server.on('connection', (socket: Socket) => {
    const exchange: Exchange = { waiting: 0, isOverrun: false }
    exchanges.set(socket, exchange)
    socket.once('close', () => exchanges.delete(socket))
    // Node resumes the socket at the end of every message and of every response. Without this, requests would be read without
    // end while the first one is still being answered. Its own listener, which starts reading, has been called by now.
    socket.on('resume', () => {
      if (exchange.waiting > 0 || exchange.isOverrun) socket.pause()
    })
  })
  const handle: Listener = (request, response) => {
    if (!serveFromCache?.(request, response)) listener(request, response)
  }
  const begin: Listener = (request, response) => {
    const resume = () => {
      if (!request.socket.destroyed) handle(request, response)
    }
    if (!delay(request, response, resume)) handle(request, response)
  }

  server.on('request', (request, response) => {
    const { socket } = request
    const exchange = exchanges.get(socket)
    // Its connection has ended.
    if (!exchange || exchange.isOverrun) return
    const previous = exchange.response
    if (exchange.waiting >= maxWaiting && previous) {
      exchange.isOverrun = true
      previous.shouldKeepAlive = false
      socket.pause()
      return onOverrun(request)
    }
    exchange.request = request
    exchange.response = response
    if (!previous || previous.writableFinished) return begin(request, response)
    exchange.waiting += 1
    // What is sent meanwhile stays in the network. Nothing of this request is missing: its body is read when it is its turn.
    socket.pause()
    previous.once('close', () => {
      exchange.waiting -= 1
      if (socket.destroyed) return
      if (exchange.waiting === 0 && !exchange.isOverrun) socket.resume()
      begin(request, response)
    })
  })
  return exchanges
}
