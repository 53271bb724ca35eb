import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

const POLICY_KINDS = ['refund', 'privacy', 'terms', 'shipping', 'cookies', 'legal-notice'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

export const MAX_BODY_BYTES = 200_000

const Kind = OneOf(POLICY_KINDS, { description: 'What the policy is about; a shop has at most one of each.' })
const Version = Type.Integer({
  minimum: 1,
  description: 'Grows by one with every change; the `ETag` is the same in quotes.',
})
const Title = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', examples: ['Returns and refunds'] })
const Body = Type.String({
  minLength: 1,
  maxLength: MAX_BODY_BYTES,
  pattern: '\\S',
  description: 'Markdown, at most 200 kB in UTF-8.',
  examples: ['Send it back within **30 days**.'],
})

const ReturnTerms = Type.Object(
  {
    windowDays: Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: 'How many days after delivery goods may come back; 0 if they may not.',
    }),
    kinds: Type.Array(OneOf(['refund', 'exchange', 'store_credit']), {
      uniqueItems: true,
      maxItems: 3,
      description: 'What the customer gets for them; empty only if nothing may come back.',
    }),
    returnShipping: OneOf(['customer', 'merchant', 'free'], {
      description:
        'Who pays for the way back. `customer`: they send it themselves. `merchant`: the shop sends a label and takes its price off the refund. `free`: the shop sends a label and bears its price.',
    }),
    restockingFeePercent: Type.Number({ minimum: 0, maximum: 100, description: 'Of the price of what comes back.' }),
    exclusions: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Gift cards'] }), {
      maxItems: 100,
      description: 'What may not come back, each in words for a customer.',
    }),
  },
  { description: 'The return terms for programs; only a policy of kind `refund` has them.' },
)

const Html = Type.String({
  description:
    'The body as HTML that is safe to put into a page: no scripts, no images, no raw HTML; links lead to http, https or mailto only.',
})

export const Policy = Type.Object({
  kind: Kind,
  title: Title,
  body: Body,
  html: Html,
  returnTerms: Nullable(ReturnTerms),
  version: Version,
  updatedAt: Timestamp,
})
export type Policy = Static<typeof Policy>

export const Policies = Type.Object({ data: Type.Array(Policy, { description: 'Sorted by kind.' }) })

export const PolicyVersion = Type.Object({
  id: Id('plv'),
  version: Version,
  title: Title,
  body: Body,
  returnTerms: Nullable(ReturnTerms),
  createdAt: Timestamp,
})

/** The page limit is low, because each version may have 200 kB. */
export const PolicyVersionsQuery = PageQuery({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 10, description: 'How many to return.' })),
})

export const PolicyDraft = Type.Object({
  title: Title,
  body: Body,
  returnTerms: Type.Optional(Nullable(ReturnTerms)),
})
export type PolicyDraft = Static<typeof PolicyDraft>
export type PolicyText = Required<PolicyDraft>

export const PolicyPreviewRequest = Type.Object({ body: Body })
export type PolicyPreviewRequest = Static<typeof PolicyPreviewRequest>
export const PolicyPreview = Type.Object({ html: Html })

export const PolicyParams = Type.Object({ kind: Kind })
