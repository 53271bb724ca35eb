import { type Ctx, transaction } from '../../ctx.ts'
import type { InboundEvent, InboundHandler, InboundOutcome } from '../../events/inbound-handler.ts'
import { enqueueByName } from '../../jobs/job.ts'
import type { ShopResource } from '../../ports/shop-lines.ts'
import { handleCompliance, isComplianceTopic } from './compliance.ts'
import { disableConnection, openSource, requireConnection } from './connection.ts'
import { findConnection } from './connection-queries.ts'
import { applyObjects, claimNumbers } from './objects/apply.ts'
import { deletableResource, deleteObject } from './objects/delete-objects.ts'
import { toObject } from './objects/group-lines.ts'
import { readObjects } from './objects/queries.ts'
import { findActiveRun } from './runs/queries.ts'
import { enqueueSync } from './runs/runs.ts'

export const IMAGES_JOB = { name: 'shopify.images', maxAttempts: 5 }

interface Payload {
  id?: number | string
  admin_graphql_api_id?: string
  updated_at?: string
  inventory_item_id?: number | string
  [field: string]: unknown
}

const TYPES: Record<string, { resource: ShopResource; type: string }> = {
  products: { resource: 'products', type: 'Product' },
  collections: { resource: 'collections', type: 'Collection' },
  customers: { resource: 'customers', type: 'Customer' },
  orders: { resource: 'orders', type: 'Order' },
  inventory_levels: { resource: 'inventory', type: 'InventoryItem' },
}

const CHANGES = ['create', 'update', 'updated', 'connect', 'disconnect']

/**
 * A webhook only says that something changed: the object is read again. So it does not matter in which order webhooks
 * arrive, or how often.
 */
export const shopifyHandler: InboundHandler = {
  provider: 'shopify',
  run: async (ctx, event) => {
    const { topic } = event
    if (isComplianceTopic(topic)) return handleCompliance(ctx, event)
    const connection = await findConnection(ctx)
    if (ctx.mode === 'live' && connection?.status !== 'active') return ignored('No Shopify shop is connected.')
    const domain = event.headers['x-shopify-shop-domain']
    if (connection && domain && domain !== connection.shop) return ignored(`Sent by another shop, ${domain}.`)
    if (topic === 'app/uninstalled') return uninstall(ctx)
    if (topic === 'bulk_operations/finish') return continueSync(ctx)
    const [noun = '', verb = ''] = topic.split('/')
    const subject = TYPES[noun]
    if (!subject) return ignored('We have no use for this topic.')
    const externalId = gidOf(event.body as Payload, subject.type)
    if (!externalId) return ignored('It does not say which object changed.')
    if (verb === 'delete') return deleteRemoved(ctx, subject.resource, externalId)
    if (!CHANGES.includes(verb)) return ignored('We have no use for this topic.')
    return applyChange(ctx, subject.resource, externalId, event)
  },
}

const ignored = (note: string): InboundOutcome => ({ status: 'ignored', note })

function gidOf(payload: Payload, type: string): string | undefined {
  if (type === 'InventoryItem') {
    const id = payload.inventory_item_id
    return id === undefined ? undefined : `gid://shopify/InventoryItem/${id}`
  }
  return payload.admin_graphql_api_id ?? (payload.id === undefined ? undefined : `gid://shopify/${type}/${payload.id}`)
}

async function uninstall(ctx: Ctx): Promise<InboundOutcome> {
  await disableConnection(ctx, 'The app was uninstalled in Shopify.')
  return { status: 'processed' }
}

/** The export of a sync is ready: it need not wait for its next poll. */
async function continueSync(ctx: Ctx): Promise<InboundOutcome> {
  const run = await findActiveRun(ctx)
  if (!run) return ignored('No sync is running.')
  await enqueueSync(ctx, run.id)
  return { status: 'processed' }
}

async function applyChange(
  ctx: Ctx,
  resource: ShopResource,
  externalId: string,
  { body }: InboundEvent,
): Promise<InboundOutcome> {
  const known = (await readObjects(ctx, resource, [externalId])).get(externalId)
  const { updated_at: updatedAt } = body as Payload
  const isOlder = known?.sourceUpdatedAt && updatedAt && Date.parse(updatedAt) < Date.parse(known.sourceUpdatedAt)
  if (isOlder) return ignored('Older than what we have.')
  const source = await openSource(ctx)
  const lines = await source.getObject(resource, externalId, ctx.signal)
  const object = lines && toObject(lines)
  if (!object) return deleteRemoved(ctx, resource, externalId)
  const { currency } = await requireConnection(ctx)
  const claimed = await claimNumbers(ctx, resource, [object])
  const [outcome] = await transaction(ctx, async (ctx) => {
    const options = { dryRun: false, currency, reference: 'webhook' }
    const outcomes = await applyObjects(ctx, resource, [object], options, claimed)
    if (deletableResource(resource))
      await enqueueByName(ctx, IMAGES_JOB, {}, { key: `${IMAGES_JOB.name}:${ctx.environmentId}` })
    return outcomes
  })
  if (outcome?.outcome === 'failed' || outcome?.outcome === 'pending')
    throw new Error(outcome.error ?? 'It could not be applied.')
  return { status: 'processed', ...(outcome && { note: `${outcome.outcome} ${outcome.localId ?? ''}`.trim() }) }
}

async function deleteRemoved(ctx: Ctx, resource: ShopResource, externalId: string): Promise<InboundOutcome> {
  const deletable = deletableResource(resource)
  if (!deletable) return ignored('Customers, orders and stock are not deleted here.')
  const known = (await readObjects(ctx, resource, [externalId])).get(externalId)
  if (!known) return ignored('It was never synced.')
  const outcome = await transaction(ctx, (ctx) => deleteObject(ctx, deletable, known, false))
  if (outcome.outcome === 'failed') throw new Error(outcome.error ?? 'It could not be deleted.')
  return { status: 'processed', note: `deleted ${known.localId}` }
}
