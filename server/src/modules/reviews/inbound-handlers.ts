import type { InboundEvent, InboundHandler, InboundOutcome } from '../../events/inbound-handler.ts'
import { parseJudgeme } from './providers/judgeme.ts'
import { parseOkendo } from './providers/okendo.ts'
import { parseTrustpilot } from './providers/trustpilot.ts'
import { parseYotpo } from './providers/yotpo.ts'
import { receiveReview } from './reviews.ts'
import type { ReviewProvider } from './schemas.ts'
import type { SourceReview } from './source-review.ts'

const PARSERS: Record<ReviewProvider, (event: InboundEvent) => SourceReview[]> = {
  judgeme: parseJudgeme,
  yotpo: parseYotpo,
  okendo: parseOkendo,
  trustpilot: parseTrustpilot,
}

const toHandler = (provider: ReviewProvider): InboundHandler => ({
  provider,
  run: async (ctx, event): Promise<InboundOutcome> => {
    const reviews = PARSERS[provider](event)
    const outcomes: InboundOutcome[] = []
    for (const review of reviews) outcomes.push(await receiveReview(ctx, review))
    const [only] = outcomes
    if (only === undefined) return { status: 'ignored', note: 'There is no review with a rating in it.' }
    if (outcomes.length === 1) return only
    const ignored = outcomes.filter(({ status }) => status === 'ignored').length
    return ignored === outcomes.length
      ? only
      : { status: 'processed', note: `${outcomes.length} reviews, ${ignored} of them ignored.` }
  },
})

export const reviewHandlers: InboundHandler[] = [
  toHandler('judgeme'),
  toHandler('yotpo'),
  toHandler('okendo'),
  toHandler('trustpilot'),
]
