import { listAuditEntries } from '../src/modules/audit/audit.ts'
import type { Shop } from './open-shop.ts'

type Event = { type: string; data: unknown }

/** All events of the shop, newest first: type and data. */
export const listEvents = async ({ api }: Pick<Shop, 'api'>): Promise<[string, unknown][]> =>
  (await api.get('/v1/events')).body.data.map(({ type, data }: Event) => [type, data])

/** The data of all events of a type, newest first. */
export const listEventData = async ({ api }: Pick<Shop, 'api'>, type: string) =>
  (await api.get(`/v1/events?type=${type}`)).body.data.map(({ data }: Event) => data)

/** The audit log of the workspace, newest first. */
export const auditLogOf = async ({ server, live }: Shop) =>
  (await listAuditEntries(server.system, live.workspaceId, { limit: 100 })).data

export const listAuditEntriesFor = async (shop: Shop, action: string) =>
  (await auditLogOf(shop)).filter((entry) => entry.action === action)
