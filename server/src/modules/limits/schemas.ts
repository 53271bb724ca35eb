import { type Static, Type } from 'typebox'
import { Timestamp } from '../../kit/schema.ts'

const RateLimitFields = {
  name: Type.String({ examples: ['default'] }),
  counts: Type.String({ description: 'Which requests are counted in it.', examples: ['all other endpoints together'] }),
  limit: Type.Integer({ description: 'How many of them a window takes.' }),
  windowSeconds: Type.Integer(),
}

const RateLimitUsage = Type.Object({
  ...RateLimitFields,
  used: Type.Integer({ description: 'How many the present window has counted.' }),
  resetAt: Timestamp,
})

const HistoryPoint = Type.Object({
  startsAt: Timestamp,
  accepted: Type.Integer({ description: 'Counted and let pass.' }),
  refused: Type.Integer({ description: 'Answered with 429.' }),
})

const History = Type.Object({
  since: Timestamp,
  bucketSeconds: Type.Integer(),
  series: Type.Array(
    Type.Object({
      name: Type.String(),
      points: Type.Array(HistoryPoint, { description: 'Only where there were requests.' }),
    }),
  ),
})

export const Limits = Type.Object({
  classes: Type.Array(RateLimitUsage, {
    description:
      'Requests with a key, for this environment: all keys of the workspace share these, except that agent keys are counted in `agent` alone.',
  }),
  storefront: Type.Array(Type.Object(RateLimitFields), { description: 'Requests without a key: by client address.' }),
  history: Type.Optional(History),
})
export type Limits = Static<typeof Limits>

export const LimitsQuery = Type.Object({
  history: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether to tell the last 24 hours, by quarters of an hour.' }),
  ),
})
