import type { Ctx } from '../../../ctx.ts'
import { hashValidCode } from '../../gift-cards/codes/codes.ts'
import { normalizeCode } from '../../promotions/codes/codes.ts'
import { NO_GIFT_CARD, type SubmittedCodes } from './codes.ts'

export const parseCodes = (ctx: Ctx, texts: readonly string[]): SubmittedCodes => ({
  codes: texts.map(normalizeCode),
  cardHashes: texts.map((text) => hashValidCode(ctx, text) ?? NO_GIFT_CARD),
})
