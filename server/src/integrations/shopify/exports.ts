import { randomUUID } from 'node:crypto'
import type { ShopResource } from '../../ports/shop-lines.ts'
import { type ShopExport, ShopSourceError } from '../../ports/shop-source.ts'
import type { ShopifyClient } from './client.ts'
import { assertNoUserErrors, type UserError } from './errors.ts'
import { CANCEL_EXPORT, exportQuery, GET_EXPORT, RECENT_EXPORTS, START_EXPORT } from './queries.ts'

const MAX_STARTS = 3

/**
 * Exports are limited per shop, so one that was started although its answer got lost is found again by a mark in its
 * query, and not started twice.
 */
export async function startExport(
  client: ShopifyClient,
  resource: ShopResource,
  options: { updatedFrom?: string },
  signal: AbortSignal,
): Promise<string> {
  const mark = `# ${randomUUID()}`
  const variables = { query: `${mark}\n${exportQuery(resource, options)}` }
  for (let starts = 1; ; starts++) {
    try {
      const request = { query: START_EXPORT, variables, isRepeatable: false }
      const { bulkOperationRunQuery } = await client.request<StartData>(request, signal)
      assertNoUserErrors(bulkOperationRunQuery.userErrors)
      return bulkOperationRunQuery.bulkOperation.id
    } catch (error) {
      if (!(error instanceof ShopSourceError) || error.code !== 'unavailable' || starts === MAX_STARTS) throw error
      const { bulkOperations } = await client.request<RecentData>({ query: RECENT_EXPORTS }, signal)
      const started = bulkOperations.nodes.find(({ query }) => query.includes(mark))
      if (started) return started.id
    }
  }
}

interface StartData {
  bulkOperationRunQuery: { bulkOperation: { id: string }; userErrors: UserError[] }
}
interface RecentData {
  bulkOperations: { nodes: { id: string; query: string }[] }
}

const STATUSES = {
  CREATED: 'running',
  RUNNING: 'running',
  CANCELING: 'running',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
  FAILED: 'failed',
  EXPIRED: 'expired',
} as const satisfies Record<string, ShopExport['status']>

interface BulkOperation {
  status: keyof typeof STATUSES
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null
  /** Shopify writes these 64-bit numbers as text. */
  objectCount: string
  rootObjectCount: string
  fileSize: string | null
  url: string | null
  partialDataUrl: string | null
}

const REASONS = {
  ACCESS_DENIED: 'The Shopify app may not read all of this data. Add the missing scopes and install it again.',
  INTERNAL_SERVER_ERROR: 'Shopify could not finish the export. Try again.',
  TIMEOUT: 'The export took Shopify too long. Try again.',
}

export async function getExport(client: ShopifyClient, id: string, signal: AbortSignal): Promise<ShopExport> {
  const request = { query: GET_EXPORT, variables: { id } }
  const { bulkOperation } = await client.request<{ bulkOperation: BulkOperation | null }>(request, signal)
  if (!bulkOperation) throw new ShopSourceError('not_found', 'Shopify no longer has this export. Start it again.')
  const { status, errorCode, objectCount, rootObjectCount, fileSize, url, partialDataUrl } = bulkOperation
  return {
    status: STATUSES[status],
    objectCount: Number(objectCount),
    rootObjectCount: Number(rootObjectCount),
    sizeBytes: fileSize === null ? null : Number(fileSize),
    url,
    partialUrl: partialDataUrl,
    ...(errorCode && { error: REASONS[errorCode] }),
  }
}

/** Canceling an export that has ended changes nothing. */
export async function cancelExport(client: ShopifyClient, id: string, signal: AbortSignal): Promise<void> {
  await client.request({ query: CANCEL_EXPORT, variables: { id } }, signal)
}
