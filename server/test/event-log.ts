import { listAuditEntries } from '../src/modules/audit/audit.ts'
import type { Shop } from './open-shop.ts'

type Event = { type: string; data: unknown }

/** What was told of the shop, newest first: of what, and what of it. */
export const listEvents = async ({ api }: Pick<Shop, 'api'>): Promise<[string, unknown][]> =>
  (await api.get('/v1/events')).body.data.map(({ type, data }: Event) => [type, data])

/** What was told of one matter, newest first. */
export const listEventData = async ({ api }: Pick<Shop, 'api'>, type: string) =>
  (await api.get(`/v1/events?type=${type}`)).body.data.map(({ data }: Event) => data)

/** What was written down of who did what in the workspace, newest first. */
export const auditLogOf = async ({ server, live }: Shop) =>
  (await listAuditEntries(server.system, live.workspaceId, { limit: 100 })).data

export const listAuditEntriesFor = async (shop: Shop, action: string) =>
  (await auditLogOf(shop)).filter((entry) => entry.action === action)
