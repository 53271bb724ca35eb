import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { SMTPServer } from 'smtp-server'
import { type Ctx, type Dependencies, type Environment, pickDependencies } from '../../../ctx.ts'
import { findRecipient } from '../../mailboxes/mailboxes.ts'
import type { Mailbox } from '../../mailboxes/schemas.ts'
import { MAX_EMAIL_BYTES, receiveEmail } from '../inbound-email.ts'

export interface SmtpOptions extends Dependencies {
  host: string
  port: number
  /** PEM. Without it, there is no STARTTLS. */
  tls?: { key: Buffer; cert: Buffer } | undefined
  log: FastifyBaseLogger
  clock: () => Date
  /** False when this client has sent too much. */
  isAllowed: (ip: string) => boolean
}

export interface SmtpListener {
  port: number
  /** Lets open transactions finish, then closes. */
  stop(): Promise<void>
}

type Recipient = Environment & { mailboxId: Mailbox['id'] }
type Session = { remoteAddress: string; envelope: { mailFrom: { address: string } | false } }

const MAX_CONNECTIONS = 200
const MAX_CONNECTIONS_PER_ADDRESS = 20
const MAX_RECIPIENTS = 20
/** All emails that are being received: 200 connections with 25 MB each would be too much. */
const MAX_BYTES_IN_FLIGHT = 256 * 1024 * 1024
const SOCKET_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 10_000

/** An SMTP reply. */
class SmtpError extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const busy = () => new SmtpError(421, '4.7.0 Too many requests. Try again later.')
const noSuchMailbox = () => new SmtpError(550, '5.1.1 No such mailbox.')
const unavailable = () => new SmtpError(451, '4.3.0 Temporarily unavailable. Try again later.')

/**
 * Takes emails for mailboxes, and relays nothing. It answers 250 only when the email is committed: a sender that got no
 * answer sends it again, and the same email is stored once.
 */
export async function startSmtpListener(options: SmtpOptions): Promise<SmtpListener> {
  const { log, isAllowed } = options
  const recipients = new WeakMap<object, Map<string, Recipient>>()
  const connections = countConnections()
  const memory = { bytesInFlight: 0 }
  const lookUp = cachedLookUp(options)

  const server = new SMTPServer({
    banner: 'Storedesk',
    authOptional: true,
    disabledCommands: options.tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...options.tls,
    logger: false,
    disableReverseLookup: true,
    size: MAX_EMAIL_BYTES,
    maxClients: MAX_CONNECTIONS,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onConnect: ({ remoteAddress }, done) => done(connections.open(remoteAddress) ? undefined : busy()),
    onClose: ({ remoteAddress }) => connections.close(remoteAddress),
    onMailFrom: (_address, session, done) => {
      recipients.set(session, new Map())
      done(isAllowed(session.remoteAddress) ? undefined : busy())
    },
    onRcptTo: ({ address }, session, done) => {
      const known = recipients.get(session) ?? new Map<string, Recipient>()
      if (known.size >= MAX_RECIPIENTS) return done(new SmtpError(452, '4.5.3 Too many recipients.'))
      lookUp(address).then(
        (recipient) => {
          if (!recipient) return done(noSuchMailbox())
          known.set(address, recipient)
          return done()
        },
        (error: unknown) => {
          log.error({ err: error }, 'could not look up a recipient')
          done(unavailable())
        },
      )
    },
    onData: (stream, session, done) => {
      const known = recipients.get(session) ?? new Map<string, Recipient>()
      receive(options, memory, stream, session, known).then(
        (text) => done(null, text),
        (error: unknown) => {
          if (error instanceof SmtpError) return done(error)
          log.error({ err: error }, 'could not store an email')
          done(unavailable())
        },
      )
    },
  })
  // A client that disconnects or talks nonsense is no error of ours.
  server.on('error', (error) => log.debug({ err: error }, 'an SMTP connection failed'))
  const listening = server.listen(options.port, options.host)
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface DataStream extends AsyncIterable<Buffer> {
  sizeExceeded: boolean
}

/** The rest of an email that is too large is read and thrown away, as the protocol demands. */
async function receive(
  options: SmtpOptions,
  memory: { bytesInFlight: number },
  stream: DataStream,
  session: Session,
  recipients: Map<string, Recipient>,
): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  let isOverloaded = false
  try {
    for await (const chunk of stream) {
      isOverloaded ||= memory.bytesInFlight + chunk.length > MAX_BYTES_IN_FLIGHT
      if (isOverloaded || stream.sizeExceeded || sizeBytes + chunk.length > MAX_EMAIL_BYTES) continue
      chunks.push(chunk)
      sizeBytes += chunk.length
      memory.bytesInFlight += chunk.length
    }
    if (isOverloaded) throw new SmtpError(452, '4.3.1 Too many emails at once. Try again later.')
    if (stream.sizeExceeded) throw new SmtpError(552, '5.3.4 The email is larger than 25 MB.')
    await storeForEach(options, session, recipients, Buffer.concat(chunks))
    return '2.0.0 The email is stored.'
  } finally {
    memory.bytesInFlight -= sizeBytes
  }
}

/** Once for each mailbox, whatever number of its addresses it was sent to. */
async function storeForEach(
  options: SmtpOptions,
  { envelope: { mailFrom } }: Session,
  recipients: Map<string, Recipient>,
  content: Buffer,
): Promise<void> {
  const byMailbox = Map.groupBy(recipients, ([, { mailboxId }]) => mailboxId)
  for (const [mailboxId, entries] of byMailbox) {
    const [, { workspaceId, environmentId, mode }] = entries[0] as [string, Recipient]
    const ctx: Ctx = {
      ...pickDependencies(options),
      workspaceId,
      environmentId,
      mode,
      caller: { kind: 'system' },
      now: options.clock(),
      log: options.log,
      signal: new AbortController().signal,
    }
    const envelopeTo = entries.map(([address]) => address)
    const envelopeFrom = mailFrom === false ? '' : mailFrom.address
    await receiveEmail(ctx, { mailboxId, source: 'smtp', envelopeFrom, envelopeTo, content })
  }
}

/** A mailbox gets its emails in bursts; one that was changed is known within a second. */
const RECIPIENT_TTL_MS = 1000
const MAX_CACHED_RECIPIENTS = 1000

function cachedLookUp(options: SmtpOptions): (address: string) => Promise<Recipient | undefined> {
  const cache = new LRUCache<string, Recipient>({ max: MAX_CACHED_RECIPIENTS, ttl: RECIPIENT_TTL_MS })
  return async (address) => {
    const cached = cache.get(address)
    if (cached) return cached
    const recipient = await findRecipient(options, address)
    if (recipient) cache.set(address, recipient)
    return recipient
  }
}

function countConnections() {
  const counts = new Map<string, number>()
  return {
    open(ip: string): boolean {
      const count = (counts.get(ip) ?? 0) + 1
      counts.set(ip, count)
      return count <= MAX_CONNECTIONS_PER_ADDRESS
    },
    close(ip: string): void {
      const count = (counts.get(ip) ?? 1) - 1
      if (count <= 0) counts.delete(ip)
      else counts.set(ip, count)
    },
  }
}
