import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '../../kit/schema.ts'
import type { Message } from './protocol.ts'
import type { AcpBuyer } from './schemas.ts'
import type { Version } from './versions.ts'

/** What the protocol has beyond the cart. */
export interface SessionData {
  /** Version of the create request, which webhooks use as well. Sessions older than this field have none. */
  version?: Version
  buyer: AcpBuyer | null
  /** The recipient, if it isn't the buyer. */
  contact: { name?: string; phone_number?: string; email?: string }
  /** Responses identify items by SKU if the agent did. */
  skus: string[]
  /** The agent's capabilities that we can use. */
  interventions: string[]
  hasDiscounts: boolean
  /** Messages from the last change. */
  notices: Message[]
  /** Not everything requested is available: nothing is sold until the agent sends other items. */
  hasStockProblems: boolean
  /** Unknown codes, which the cart doesn't store. */
  rejectedCodes: { code: string; reason: string; message: string }[]
  /** The total last shown to the agent, before gift cards. */
  shownTotal: number
  /**
   * What completing would cost if only a checkout knows it, with a tax engine or a billing address; the next read shows
   * it.
   */
  rejectedTotal?: number | undefined
  attributes: Record<string, string>
  /** The last request that tried to complete the session: it may be retried after a crash. */
  completionRequest?: string | null
  passthrough: { timezone?: string; quote_id?: string; metadata?: Record<string, unknown> }
}

export const SessionRow = Type.Object({
  id: Type.String(),
  cartId: Type.String(),
  data: Type.Unsafe<SessionData>({ type: 'object' }),
  canceledAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Changes with every update. */
  version: Type.String(),
})
export type SessionRow = Static<typeof SessionRow>
