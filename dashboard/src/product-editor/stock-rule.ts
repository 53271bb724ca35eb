import type { VariantDraft } from './draft.ts'

type Stocked = Pick<VariantDraft, 'trackStock' | 'whenOut'>

/** Two fields that people choose as one thing. */
export const STOCK_RULES = [
  { value: 'deny', label: 'Stop selling' },
  { value: 'continue', label: 'Sell on' },
  { value: 'uncounted', label: 'Not counted' },
] as const

export const ruleOf = ({ trackStock, whenOut }: Stocked): string => (trackStock ? whenOut : 'uncounted')

/** What is not counted keeps what it does when it is out, for when it is counted again. */
export const withRule = (rule: string): Partial<Stocked> =>
  rule === 'uncounted'
    ? { trackStock: false }
    : { trackStock: true, whenOut: rule === 'continue' ? 'continue' : 'deny' }
