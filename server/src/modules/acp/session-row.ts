import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '../../kit/schema.ts'
import type { Message } from './protocol.ts'
import type { AcpBuyer } from './schemas.ts'
import type { Version } from './versions.ts'

/** What the protocol knows beside the cart. */
export interface SessionData {
  /** Of the request that has created it: webhooks speak it. Sessions that are older than this field have none. */
  version?: Version
  buyer: AcpBuyer | null
  /** Who receives it, where that is not the buyer. */
  contact: { name?: string; phone_number?: string; email?: string }
  /** Items that the agent has called by their SKU are called so when we answer. */
  skus: string[]
  /** What the agent can do, of what we can use. */
  interventions: string[]
  hasDiscounts: boolean
  /** What the last change has brought to light. */
  notices: Message[]
  /** Not all that is wanted can be had: nothing is sold before the agent has said what is wanted instead. */
  isShort: boolean
  /** Codes that stand for nothing: the cart does not keep them. */
  refusedCodes: { code: string; reason: string; message: string }[]
  /** What the agent was last shown as the price of it all, gift cards not counted. */
  shown: number
  /** What completing would cost where only a checkout knows, with a tax engine or a billing address; the next read shows it. */
  refusedTotal?: number | undefined
  attributes: Record<string, string>
  /** Which request has last tried to complete it: after a crash it may come again. */
  completedBy?: string | null
  about: { timezone?: string; quote_id?: string; metadata?: Record<string, unknown> }
}

export const SessionRow = Type.Object({
  id: Type.String(),
  cartId: Type.String(),
  data: Type.Unsafe<SessionData>({ type: 'object' }),
  canceledAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Another one after each change. */
  version: Type.String(),
})
export type SessionRow = Static<typeof SessionRow>
