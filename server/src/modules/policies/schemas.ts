import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Page, PageQuery, Timestamp } from '../../kit/schema.ts'

const POLICY_KINDS = ['refund', 'privacy', 'terms', 'shipping', 'cookies', 'legal_notice'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

export const MAX_BODY_BYTES = 200_000

const Kind = OneOf(POLICY_KINDS, { description: 'Subject of the policy. A shop has at most one policy of each kind.' })
const Version = Type.Integer({
  minimum: 1,
  description: 'Increases by one with every change. The `ETag` is the same number in quotes.',
})
const Title = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', examples: ['Returns and refunds'] })
const Body = Type.String({
  minLength: 1,
  maxLength: MAX_BODY_BYTES,
  pattern: '\\S',
  description: 'Markdown, at most 200 kB in UTF-8.',
  examples: ['Return items within **30 days**.'],
})

const ReturnTerms = Type.Object(
  {
    windowDays: Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: 'Number of days after delivery in which items can be returned; 0 if returns are not accepted.',
    }),
    kinds: Type.Array(OneOf(['refund', 'exchange', 'store_credit']), {
      uniqueItems: true,
      maxItems: 3,
      description: 'What the buyer gets for returned items. Empty only if returns are not accepted.',
    }),
    returnShipping: OneOf(['customer', 'merchant', 'free'], {
      description:
        'Who pays for return shipping. `customer`: the buyer arranges and pays for it. `merchant`: the shop sends a label and deducts its price from the refund. `free`: the shop sends a label and pays for it.',
    }),
    restockingFeePercent: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Percentage of the price of the returned items.',
    }),
    exclusions: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Gift cards'] }), {
      maxItems: 100,
      description: 'Items that can’t be returned, each described for buyers.',
    }),
  },
  { description: 'Machine-readable return terms. Only a policy of kind `refund` has them.' },
)

const Html = Type.String({
  description:
    'The body as HTML that is safe to embed in a page: no scripts, images or raw HTML. Links are http, https or mailto only.',
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

export const Policies = Page(Policy)

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
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, default: 10, description: 'Maximum number of versions to return.' }),
  ),
})

export const NewPolicy = Type.Object({
  title: Title,
  body: Body,
  returnTerms: Type.Optional(Nullable(ReturnTerms)),
})
export type NewPolicy = Static<typeof NewPolicy>
export type PolicyText = Required<NewPolicy>

export const PolicyPreviewRequest = Type.Object({ body: Body })
export type PolicyPreviewRequest = Static<typeof PolicyPreviewRequest>
export const PolicyPreview = Type.Object({ html: Html })

export const PolicyPath = Type.Object({ kind: Kind })
