import type { LoadedRow } from './rows.ts'
import type { Rules } from './rules.ts'

type Counted = Pick<LoadedRow, 'codes' | 'uses'> & { rules: Rules }

/** What a checkout of this cart has reserved is not used up to this cart: who buys it again gets what the other gives back. */
export function withOwnUses<Row extends Counted>(row: Row, held: LoadedRow['heldPromotions']): Row {
  if (held.length === 0) return row
  const isHeld = (promotionId: string) => held.some((one) => one.promotionId === promotionId)
  const isLeft = <Rule extends { id: string }>(promotion: Rule): Rule =>
    isHeld(promotion.id) ? { ...promotion, isExhausted: false } : promotion
  return {
    ...row,
    codes: row.codes.map((known) => ({
      ...known,
      isExhausted: known.isExhausted && !held.some(({ code }) => code === known.code),
      promotion: isLeft(known.promotion),
    })),
    uses: row.uses.map((one) => {
      const own = held.filter((use) => use.promotionId === one.promotionId && use.customerKey === one.customerKey)
      return { ...one, uses: one.uses - own.length }
    }),
    rules: { ...row.rules, automatic: row.rules.automatic.map(isLeft) },
  }
}
