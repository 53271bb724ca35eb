import { type Ctx, hasAdminRights, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { type Page, toSinglePage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { PROVIDERS, type Provider } from '../../events/inbound-handler.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { signUrlToken, verifyUrlToken } from '../../kit/url-token.ts'
import { detailsOf } from './providers.ts'
import * as queries from './queries.ts'
import type { Connection, ConnectionInput } from './schemas.ts'

/** Providers sign with the new secret at some time after it was entered here. */
const SECRET_OVERLAP_MS = 24 * 3_600_000

/** All providers, connected or not. */
export async function listConnections(ctx: Ctx): Promise<Page<Connection>> {
  const rows = await queries.listConnections(ctx)
  const managed = await queries.listManagedConnections(ctx)
  return toSinglePage(
    PROVIDERS.map((provider) =>
      toConnection(
        ctx,
        provider,
        rows.find((row) => row.provider === provider),
        managed.find((row) => row.provider === provider),
      ),
    ),
  )
}

export async function getConnection(ctx: Ctx, provider: Provider): Promise<Connection> {
  const isManaged = detailsOf(provider).managedIn !== null
  const managed = isManaged ? await queries.listManagedConnections(ctx) : []
  return toConnection(
    ctx,
    provider,
    isManaged ? undefined : await queries.findConnection(ctx, provider),
    managed.find((row) => row.provider === provider),
  )
}

/** Creates or changes it. A replaced secret is accepted for another day. */
export function saveConnection(
  ctx: Ctx,
  provider: Provider,
  input: ConnectionInput,
  ifMatch?: string,
): Promise<Connection> {
  assertManagedHere(provider)
  return writeConnection(ctx, provider, ifMatch, (before) => ({
    isActive: input.active ?? before?.isActive ?? true,
    ...sealSecret(ctx, provider, input.secret, before),
    sealedToken:
      input.token === undefined
        ? (before?.sealedToken ?? null)
        : input.token && encrypt(input.token, ctx.secretFor('connections'), ownerOf(ctx, provider, 'token')),
    settings: input.settings ?? before?.settings ?? {},
    urlVersion: before?.urlVersion ?? 1,
  }))
}

/** The URL before it stops working at once. */
export function replaceWebhookUrl(ctx: Ctx, provider: Provider): Promise<Connection> {
  assertManagedHere(provider)
  return writeConnection(ctx, provider, undefined, (before) => {
    if (!before) throw notFound('connection', provider)
    return { ...before, urlVersion: before.urlVersion + 1 }
  })
}

function writeConnection(
  ctx: Ctx,
  provider: Provider,
  ifMatch: string | undefined,
  change: (before: queries.ConnectionRow | undefined) => queries.ConnectionSettings,
): Promise<Connection> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await queries.findConnection(ctx, provider)
    assertIfMatch(ifMatch, before?.version)
    const settings = change(before)
    const row = before
      ? await queries.updateConnection(ctx, before.id, settings)
      : await queries.insertConnection(ctx, newId('con'), provider, settings)
    await emit(ctx, 'connection.updated', { provider, active: row.isActive })
    return toConnection(ctx, provider, row, undefined)
  })
}

function sealSecret(
  ctx: Ctx,
  provider: Provider,
  secret: string | null | undefined,
  before: queries.ConnectionRow | undefined,
): Pick<queries.ConnectionSettings, 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'> {
  const { sealedSecret = null, sealedPreviousSecret = null, previousSecretUntil = null } = before ?? {}
  const isSame = secret !== null && secret !== undefined && secret === open(ctx, provider, 'secret', sealedSecret)
  if (secret === undefined || isSame) return { sealedSecret, sealedPreviousSecret, previousSecretUntil }
  if (secret === null) return { sealedSecret: null, sealedPreviousSecret: null, previousSecretUntil: null }
  return {
    sealedSecret: encrypt(secret, ctx.secretFor('connections'), ownerOf(ctx, provider, 'secret')),
    sealedPreviousSecret: sealedSecret,
    previousSecretUntil: sealedSecret && new Date(ctx.now.getTime() + SECRET_OVERLAP_MS).toISOString(),
  }
}

/** Its log stays. Further events are answered with 404. */
export function deleteConnection(ctx: Ctx, provider: Provider, ifMatch?: string): Promise<void> {
  assertManagedHere(provider)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const row = await queries.findConnection(ctx, provider)
    if (!row) throw notFound('connection', provider)
    assertIfMatch(ifMatch, row.version)
    await queries.deleteConnection(ctx, row.id)
    await emit(ctx, 'connection.deleted', { provider })
  })
}

export interface InboundConnection {
  isActive: boolean
  secrets: string[]
}

/** What verifies requests to the URL with this version; undefined if it is no longer the URL of the connection. */
export async function openConnection(
  ctx: Ctx,
  provider: Provider,
  urlVersion: number,
): Promise<InboundConnection | undefined> {
  const row = await queries.findConnection(ctx, provider)
  if (!row || row.urlVersion !== urlVersion) return undefined
  const isPreviousValid = row.previousSecretUntil !== null && new Date(row.previousSecretUntil) > ctx.now
  const secrets = [
    open(ctx, provider, 'secret', row.sealedSecret),
    isPreviousValid ? open(ctx, provider, 'secret', row.sealedPreviousSecret) : undefined,
    // Judge.me signs with the shop's private token unless an app created the webhook.
    provider === 'judgeme' ? open(ctx, provider, 'token', row.sealedToken) : undefined,
  ]
  return { isActive: row.isActive, secrets: secrets.filter((secret) => secret !== undefined) }
}

const open = (ctx: Ctx, provider: Provider, what: 'secret' | 'token', sealed: string | null): string | undefined =>
  sealed === null ? undefined : decrypt(sealed, ctx.secretFor('connections'), ownerOf(ctx, provider, what))

/** Binds a secret to the connection it was sealed for. */
const ownerOf = (ctx: Ctx, provider: Provider, what: 'secret' | 'token') =>
  `connections ${ctx.environmentId} ${provider} ${what}`

const purposeOf = (provider: Provider, urlVersion: number) => `inbound event ${provider} ${urlVersion}`

/** The token's environment and version, or undefined if we didn't sign it for this provider. */
export function readWebhookToken(
  signer: Pick<Ctx, 'secretFor'>,
  provider: Provider,
  token: string,
): { environmentId: string; urlVersion: number } | undefined {
  const [, version = '', signed = ''] = /^(\d{1,9})\.(.+)$/.exec(token) ?? []
  const urlVersion = Number(version)
  const environmentId = verifyUrlToken(signer, signed, purposeOf(provider, urlVersion))
  return environmentId === undefined ? undefined : { environmentId, urlVersion }
}

const webhookUrlOf = (ctx: Ctx, provider: Provider, urlVersion: number) =>
  `${ctx.publicUrl}/hooks/${provider}/${urlVersion}.${signUrlToken(ctx, ctx.environmentId, purposeOf(provider, urlVersion))}`

function assertManagedHere(provider: Provider): void {
  const { name, managedIn } = detailsOf(provider)
  if (managedIn === null) return
  const where = managedIn === 'payments' ? 'PUT /v1/payments/connection' : '/v1/mailboxes'
  throw new AppError('conflict', `The settings of ${name} are elsewhere: use ${where}.`, { fields: { managedIn } })
}

function toConnection(
  ctx: Ctx,
  provider: Provider,
  row: queries.ConnectionRow | undefined,
  managed: queries.ManagedRow | undefined,
): Connection {
  const details = detailsOf(provider)
  const isVisible = details.managedIn === null && hasAdminRights(ctx.caller)
  return {
    provider,
    ...details,
    id: row?.id ?? null,
    connected: row !== undefined || managed !== undefined,
    active: row?.isActive ?? managed !== undefined,
    hasSecret: managed?.hasSecret ?? (row?.sealedSecret ?? null) !== null,
    previousSecretUntil: row?.previousSecretUntil ?? null,
    hasToken: (row?.sealedToken ?? null) !== null,
    settings: row?.settings ?? {},
    webhookUrl: isVisible ? webhookUrlOf(ctx, provider, row?.urlVersion ?? 1) : null,
    lastEventAt: row?.lastEventAt ?? managed?.lastEventAt ?? null,
    lastRejectedAt: row?.lastRejectedAt ?? null,
    rejectedCount: row?.rejectedCount ?? 0,
    version: row?.version ?? null,
    createdAt: row?.createdAt ?? managed?.createdAt ?? null,
    updatedAt: row?.updatedAt ?? managed?.updatedAt ?? null,
  }
}
