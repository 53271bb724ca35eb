import { type Static, Type } from 'typebox'
import { Timestamp } from '../../kit/schema.ts'

const RateLimitFields = {
  name: Type.String({ examples: ['default'] }),
  description: Type.String({
    description: 'Requests that count toward the limit.',
    examples: ['all other endpoints together'],
  }),
  limit: Type.Integer({ description: 'Maximum number of requests in a window.' }),
  windowSeconds: Type.Integer(),
}

const RateLimitUsage = Type.Object({
  ...RateLimitFields,
  used: Type.Integer({ description: 'Requests counted in the current window.' }),
  resetAt: Timestamp,
})

const HistoryPoint = Type.Object({
  startsAt: Timestamp,
  accepted: Type.Integer({ description: 'Requests counted and allowed.' }),
  rejected: Type.Integer({ description: 'Requests rejected with 429.' }),
})

const History = Type.Object({
  since: Timestamp,
  bucketSeconds: Type.Integer(),
  series: Type.Array(
    Type.Object({
      name: Type.String(),
      points: Type.Array(HistoryPoint, { description: 'Only intervals with requests.' }),
    }),
  ),
})

export const Limits = Type.Object({
  limits: Type.Array(RateLimitUsage, {
    description:
      'Limits for requests with a key in this environment. All keys of the workspace share them, but agent keys count only toward `agent`.',
  }),
  storefront: Type.Array(Type.Object(RateLimitFields), {
    description: 'Limits for requests without a key, per client address.',
  }),
  history: Type.Optional(History),
})
export type Limits = Static<typeof Limits>

export const LimitsQuery = Type.Object({
  history: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether to include the last 24 hours, in intervals of 15 minutes.' }),
  ),
})
