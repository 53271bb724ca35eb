import { connect } from 'node:net'

export interface Target {
  port: number
  workspaceId: string
  /** A new network in every round, so that a block does not carry over. Attacks choose the last octet. */
  network: string
}

/** Runs until the process ends. */
type Attack = (target: Target) => void

const zeros = (count: number) => `{"items":[${Array(count).fill(0).join()}]}`

const unknownFields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1])))

const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`

const SIGN_IN = '/dashboard/api/auth/sign-in'
const guess = (number: number) =>
  post(SIGN_IN, JSON.stringify({ email: `guess${number}@example.com`, password: 'wrong horse battery' }), OWN_PAGE)
const OWN_PAGE = 'Sec-Fetch-Site: same-origin\r\n'

const document = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'

export const ATTACKS: Record<string, Attack> = {
  '10 connections, each with 100 requests for /openapi.json in the pipe': (target) =>
    times(10, () => repeat(target, { text: document.repeat(100), responses: 100 })),
  '12 connections with 100 requests for /openapi.json each that read nothing': (target) =>
    times(12, () => repeat(target, { text: document.repeat(100), responses: 100, readsNothing: true })),
  'carts with 519,000 zeros for items': (target) =>
    times(10, () => repeat(target, { text: cartOf(target, 519_000), responses: 1 })),
  'carts with 65,000 zeros for items': (target) =>
    times(10, () => repeat(target, { text: cartOf(target, 65_000), responses: 1 })),
  'sign-ins with 95,000 unknown fields': (target) =>
    times(10, () => repeat(target, { text: post(SIGN_IN, unknownFields(95_000), OWN_PAGE), responses: 1 })),
  '40 sign-ins at a time from 40 addresses': (target) =>
    times(40, (index) => repeat({ ...target, last: index + 1 }, { text: guess(index), responses: 1 })),
  '21,000 idle connections': (target) => holdConnections(target, 21_000),
  'requests without a pause on 50 connections': (target) =>
    times(50, () => repeat(target, { text: 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', responses: 1 })),
}

const cartOf = ({ workspaceId }: Target, count: number) =>
  post('/v1/carts', zeros(count), `X-Workspace-Id: ${workspaceId}\r\n`)

function times(count: number, begin: (index: number) => void): void {
  for (let index = 0; index < count; index++) begin(index)
}

interface RepeatOptions {
  text: string
  /** Number of responses to one payload. */
  responses: number
  readsNothing?: boolean
}

/** Sends the payload, reads the response and repeats; reconnects immediately when the connection closes. */
function repeat(target: Target & { last?: number }, options: RepeatOptions): void {
  const socket = connect({ host: '127.0.0.1', port: target.port, localAddress: addressOf(target) })
  let open = 0
  const send = () => {
    open = options.responses
    socket.write(options.text)
  }
  socket.on('connect', send)
  if (options.readsNothing) socket.pause()
  else {
    socket.on('data', (chunk) => {
      open -= chunk.toString('latin1').split('HTTP/1.1 ').length - 1
      if (open <= 0) send()
    })
  }
  socket.on('error', () => {})
  socket.on('close', () => setImmediate(repeat, target, options))
}

const BATCH = 500
const BATCH_MS = 50
const RETRY_MS = 1000

/** Opens idle connections in batches. */
function holdConnections(target: Target, remaining: number): void {
  times(Math.min(BATCH, remaining), () => holdConnection(target))
  if (remaining > BATCH) setTimeout(holdConnections, BATCH_MS, target, remaining - BATCH)
}

/** Retries a rejected connection a second later. */
function holdConnection(target: Target): void {
  const socket = connect({ host: '127.0.0.1', port: target.port, localAddress: addressOf(target) })
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(holdConnection, RETRY_MS, target))
}

const addressOf = ({ network, last = 1 }: Target & { last?: number }) => `${network}.${last}`
