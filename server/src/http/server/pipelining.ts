import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The last request of a connection, if there was one. */
export interface Exchange {
  request?: IncomingMessage
  response?: ServerResponse
  /** Requests sent before the responses to earlier ones. */
  waiting: number
  /** Too many requests: those accepted are answered, then the connection closes. */
  isOverrun: boolean
}

/** For each open connection. */
export type Exchanges = ReadonlyMap<Socket, Exchange>

/** True when the request is served from the response cache; otherwise it is untouched. */
export type ServeFromCache = (request: IncomingMessage, response: ServerResponse) => boolean

type Listener = (request: IncomingMessage, response: ServerResponse) => void

interface Options {
  /** How many requests of one connection may wait. */
  maxWaiting: number
  serveFromCache: ServeFromCache | undefined
  /** True when the request starts later, through `begin`, or was rejected. */
  delay: (request: IncomingMessage, response: ServerResponse, begin: () => void) => boolean
  /** Called when a connection sends too many requests. */
  onOverrun: (request: IncomingMessage) => void
}

/**
 * Requests of one connection run one after the other: the next starts when the client has received the previous
 * response. Node would start all of them at once, a few thousand from a single packet, and buffer every response until
 * it is read. Tracked once, here, for everyone who needs it: this is on the path of every request.
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
    // Node resumes the socket at the end of every message and of every response. Without this, requests would be read
    // endlessly while the first one is still running. Node's own listener, which starts reading, has been called by
    // now.
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
    // The connection has closed.
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
    // Further bytes stay in the network. Nothing of this request is lost: its body is read when its turn comes.
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
