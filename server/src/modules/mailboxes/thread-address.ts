import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { newSecretId } from '../../kit/ids.ts'
import type { Mailbox } from './schemas.ts'

export type MailboxIdentity = Pick<Mailbox, 'id' | 'address'>
type Signer = Pick<Ctx, 'secretFor' | 'environmentId'>

/** RFC 5321, 4.5.3.1.1. */
const MAX_LOCAL_LENGTH = 64
/** 60 bits: each guess is an email. */
const SIGNATURE_LENGTH = 12
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const KINDS = { tkt: 'tk', msg: 'bn' } as const

/**
 * Where answers to a ticket go, `support+tk_…@shop.example`: the ticket's id and our signature, so that nobody who knows
 * an id can write into the ticket. The plain address if the result would be too long; threads then follow from headers.
 */
export const ticketAddress = (ctx: Signer, mailbox: MailboxIdentity, ticketId: `tkt_${string}`): string =>
  signedAddress(ctx, mailbox, 'tkt', ticketId) ?? mailbox.address

/** The ticket of a signed address; undefined for all others. */
export const readTicketAddress = (
  ctx: Signer,
  mailbox: MailboxIdentity,
  address: string,
): `tkt_${string}` | undefined => readSignedAddress(ctx, mailbox, 'tkt', address)

/** Return path of a message to a customer, `support+bn_…@shop.example`: tells which message a bounce is about. */
export const bounceAddress = (ctx: Signer, mailbox: MailboxIdentity, messageId: `msg_${string}`): string =>
  signedAddress(ctx, mailbox, 'msg', messageId) ?? mailbox.address

export const readBounceAddress = (
  ctx: Signer,
  mailbox: MailboxIdentity,
  address: string,
): `msg_${string}` | undefined => readSignedAddress(ctx, mailbox, 'msg', address)

/** RFC 5322 Message-ID of an email that we send, without angle brackets. Another with each call: store it. */
export function newMessageId(ctx: Signer, mailbox: MailboxIdentity): string {
  const [, random = ''] = newSecretId('m').split('_')
  return `${random}.${sign(ctx, `message-id\n${random}`)}@${splitAddress(mailbox.address)[1]}`
}

/** Whether this environment has sent it: such an email has come back to us. */
export function isOwnMessageId(ctx: Signer, messageId: string): boolean {
  const [, random = '', signature = ''] = /^([0-9a-z]{26})\.([0-9a-z]{12})@/.exec(messageId.toLowerCase()) ?? []
  return random !== '' && isEqual(signature, sign(ctx, `message-id\n${random}`))
}

/** Without what follows a plus sign: `support+tk_…@shop.example` is delivered to `support@shop.example`. */
export function withoutPlus(address: string): string {
  const [local, domain] = splitAddress(address)
  return `${local.split('+', 1)[0]}@${domain}`
}

function signedAddress(ctx: Signer, mailbox: MailboxIdentity, kind: keyof typeof KINDS, id: string) {
  const [local, domain] = splitAddress(mailbox.address)
  const suffix = id.slice(kind.length + 1)
  const signedLocal = `${local}+${KINDS[kind]}_${suffix}${sign(ctx, `${mailbox.id}\n${id}`)}`
  return signedLocal.length <= MAX_LOCAL_LENGTH ? `${signedLocal}@${domain}` : undefined
}

function readSignedAddress<Kind extends keyof typeof KINDS>(
  ctx: Signer,
  mailbox: MailboxIdentity,
  kind: Kind,
  address: string,
): `${Kind}_${string}` | undefined {
  const lowered = address.trim().toLowerCase()
  if (withoutPlus(lowered) !== mailbox.address) return undefined
  const [, name, suffix = '', signature = ''] = /\+([a-z]{2})_([0-9a-z]{26})([0-9a-z]{12})@/.exec(lowered) ?? []
  if (name !== KINDS[kind]) return undefined
  const id = `${kind}_${suffix}` as const
  return isEqual(signature, sign(ctx, `${mailbox.id}\n${id}`)) ? id : undefined
}

/** Letters that survive a mail server that changes upper and lower case. */
function sign({ secretFor, environmentId }: Signer, content: string): string {
  const bytes = createHmac('sha256', secretFor('mail-addresses')).update(`${environmentId}\n${content}`).digest()
  return [...bytes.subarray(0, SIGNATURE_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}
