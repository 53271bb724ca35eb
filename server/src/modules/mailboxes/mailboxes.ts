import { type Ctx, type Environment, hasAdminRights, type SystemCtx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { signUrlToken, verifyUrlToken } from '../../kit/url-token.ts'
import { normalizeEmail } from '../customers/identity/identity.ts'
import * as queries from './queries.ts'
import { MAX_MAILBOXES, type Mailbox, type MailboxChanges, type NewMailbox } from './schemas.ts'
import * as threadAddress from './thread-address.ts'

export const { bounceAddress, isOwnMessageId, newMessageId, readBounceAddress, readTicketAddress, ticketAddress } =
  threadAddress

export function createMailbox(ctx: Ctx, input: NewMailbox): Promise<Mailbox> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    if ((await queries.countMailboxes(ctx)).count >= MAX_MAILBOXES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_MAILBOXES} mailboxes. Delete one first.`, {
        fields: { limit: MAX_MAILBOXES },
      })
    }
    const id = newId('mbx')
    const row = await queries.insertMailbox(ctx, id, {
      address: normalizeEmail(input.address),
      name: input.name.trim(),
      signature: input.signature ?? '',
      isActive: input.active ?? true,
      provider: input.provider ?? 'smtp',
      sealedSigningKey: sealSigningKey(ctx, id, input.signingKey ?? null),
      inboundUrlVersion: 1,
      trustedAuthenticationHosts: normalizeHosts(input.trustedAuthenticationHosts ?? []),
      isAcknowledging: input.acknowledgment?.active ?? false,
      acknowledgmentText: input.acknowledgment?.text ?? '',
    })
    await claimAddress(ctx, row)
    await emit(ctx, 'mailbox.created', { mailboxId: id })
    return toMailbox(ctx, row)
  })
}

export const changeMailbox = (ctx: Ctx, id: string, changes: MailboxChanges, ifMatch?: string): Promise<Mailbox> =>
  updateMailbox(ctx, id, ifMatch, (before) => ({
    address: changes.address === undefined ? before.address : normalizeEmail(changes.address),
    name: changes.name?.trim() ?? before.name,
    signature: changes.signature ?? before.signature,
    isActive: changes.active ?? before.isActive,
    provider: changes.provider ?? before.provider,
    sealedSigningKey:
      changes.signingKey === undefined ? before.sealedSigningKey : sealSigningKey(ctx, id, changes.signingKey),
    inboundUrlVersion: before.inboundUrlVersion,
    trustedAuthenticationHosts: changes.trustedAuthenticationHosts
      ? normalizeHosts(changes.trustedAuthenticationHosts)
      : before.trustedAuthenticationHosts,
    isAcknowledging: changes.acknowledgment?.active ?? before.isAcknowledging,
    acknowledgmentText: changes.acknowledgment?.text ?? before.acknowledgmentText,
  }))

/** The URL before it stops working at once: whoever knew it can send nothing more. */
export const replaceInboundUrl = (ctx: Ctx, id: string): Promise<Mailbox> =>
  updateMailbox(ctx, id, undefined, (before) => ({ ...before, inboundUrlVersion: before.inboundUrlVersion + 1 }))

function updateMailbox(
  ctx: Ctx,
  id: string,
  ifMatch: string | undefined,
  change: (before: queries.MailboxRow) => queries.MailboxSettings,
): Promise<Mailbox> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await getRow(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const after = await queries.updateMailbox(ctx, id, change(before))
    if (after.address !== before.address || after.isActive !== before.isActive) {
      await queries.releaseAddresses(ctx, id)
      await claimAddress(ctx, after)
    }
    await emit(ctx, 'mailbox.updated', { mailboxId: after.id })
    return toMailbox(ctx, after)
  })
}

/** Its tickets and messages stay. Email to its address is rejected from now on. */
export function deleteMailbox(ctx: Ctx, id: Mailbox['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    assertIfMatch(ifMatch, (await getRow(ctx, id)).version)
    // The foreign key does it too, except on a distributed database.
    await queries.releaseAddresses(ctx, id)
    await queries.deleteMailbox(ctx, id)
    await emit(ctx, 'mailbox.deleted', { mailboxId: id })
  })
}

export const getMailbox = async (ctx: Ctx, id: string): Promise<Mailbox> => toMailbox(ctx, await getRow(ctx, id))

export async function findMailbox(ctx: Ctx, id: string): Promise<Mailbox | undefined> {
  const row = await queries.findMailbox(ctx, id)
  return row && toMailbox(ctx, row)
}

/** For tickets that came by no mailbox: the oldest active one. */
export async function findDefaultMailbox(ctx: Ctx): Promise<Mailbox | undefined> {
  const row = await queries.findDefaultMailbox(ctx)
  return row && toMailbox(ctx, row)
}

/** Addresses of all mailboxes: an email must not be sent to ourselves. */
export const listOwnAddresses = async (ctx: Ctx): Promise<string[]> =>
  (await queries.listAddresses(ctx)).map(({ address }) => address)

export async function listMailboxes(ctx: Ctx, request: PageRequest): Promise<Page<Mailbox>> {
  const page = keyset(request)
  const { data, nextCursor } = toPage(await queries.listMailboxes(ctx, page), page)
  return { data: data.map((row) => toMailbox(ctx, row)), nextCursor }
}

/** The mailbox that an email to this address belongs to, in any environment; plus addresses count as well. */
export async function findRecipient(
  { db }: Pick<SystemCtx, 'db'>,
  recipient: string,
): Promise<(Environment & { mailboxId: Mailbox['id'] }) | undefined> {
  const address = normalizeEmail(recipient)
  if (!address.includes('@')) return undefined
  const [found] = await queries.findRecipients(db, [threadAddress.withoutPlus(address)])
  if (!found) return undefined
  const { mailboxId, environmentId, workspaceId, mode } = found
  return { mailboxId, environmentId, workspaceId, mode }
}

/** What the provider signs its requests with. */
export async function findSigningKey(ctx: Ctx, id: string): Promise<string | undefined> {
  const sealed = (await queries.findMailbox(ctx, id))?.sealedSigningKey
  return sealed ? decrypt(sealed, ctx.secretFor('mailboxes'), ownerOf(ctx, id)) : undefined
}

/** The ids in the token of an inbound URL. They prove nothing: see `isInboundToken`. */
export function readInboundToken(token: string): { mailboxId: string; environmentId: string } | undefined {
  const [, mailboxId, environmentId] = /^(mbx_[0-9a-z]{26})\.([0-9a-f-]{36})\./.exec(token) ?? []
  return mailboxId && environmentId ? { mailboxId, environmentId } : undefined
}

/** Whether it is the token of the mailbox's current URL. */
export async function isInboundToken(ctx: Ctx, token: string): Promise<boolean> {
  const mailboxId = readInboundToken(token)?.mailboxId ?? ''
  const row = await queries.findMailbox(ctx, mailboxId)
  return row?.isActive === true && verifyUrlToken(ctx, token.slice(mailboxId.length + 1), purposeOf(row)) !== undefined
}

async function getRow(ctx: Ctx, id: string): Promise<queries.MailboxRow> {
  const row = await queries.findMailbox(ctx, id)
  if (!row) throw notFound('mailbox', id)
  return row
}

async function claimAddress(ctx: Ctx, row: queries.MailboxRow): Promise<void> {
  if ((await queries.claimAddress(ctx, row)) > 0) return
  throw new AppError(
    'conflict',
    'Another mailbox already has this address. Use another address, or change that mailbox.',
  )
}

const toMailbox = (ctx: Ctx, row: queries.MailboxRow): Mailbox => ({
  id: row.id,
  address: row.address,
  name: row.name,
  signature: row.signature,
  active: row.isActive,
  provider: row.provider,
  hasSigningKey: row.sealedSigningKey !== null,
  inboundUrl: row.provider !== 'smtp' && hasAdminRights(ctx.caller) ? inboundUrlOf(ctx, row) : null,
  trustedAuthenticationHosts: row.trustedAuthenticationHosts,
  acknowledgment: { active: row.isAcknowledging, text: row.acknowledgmentText },
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const inboundUrlOf = (ctx: Ctx, row: queries.MailboxRow) =>
  `${ctx.publicUrl}/hooks/email/${row.provider}/${row.id}.${signUrlToken(ctx, ctx.environmentId, purposeOf(row))}`

const purposeOf = ({ id, inboundUrlVersion }: queries.MailboxRow) => `inbound-email ${id} ${inboundUrlVersion}`

const sealSigningKey = (ctx: Ctx, id: string, key: string | null) =>
  key === null ? null : encrypt(key, ctx.secretFor('mailboxes'), ownerOf(ctx, id))

const ownerOf = (ctx: Ctx, id: string) => `mailboxes ${ctx.environmentId} ${id}`

const normalizeHosts = (hosts: string[]) => [...new Set(hosts.map((host) => host.toLowerCase()))]
