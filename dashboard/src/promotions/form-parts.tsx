import { BenefitPart } from './benefit-part.tsx'
import { ConditionsPart } from './conditions-part.tsx'
import { ItemsPart } from './items-part.tsx'
import { LimitsPart } from './limits-part.tsx'
import type { PartProps } from './promotion-fields.ts'
import { StackingPart } from './stacking-part.tsx'

/** What a new one and one that is there have in common, from what matters most to what is seldom touched. */
export function FormParts(part: PartProps) {
  return (
    <>
      <BenefitPart {...part} />
      <ItemsPart {...part} />
      <ConditionsPart {...part} />
      <LimitsPart {...part} />
      <StackingPart {...part} />
    </>
  )
}
