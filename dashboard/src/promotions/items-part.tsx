import { Paper } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import type { PartProps } from './promotion-fields.ts'
import { phaseOf } from './promotion-words.ts'
import { SelectionInputs } from './selection-inputs.tsx'

const LOWERED = 'What gets cheaper, and what counts for the conditions below.'
const NEEDED = 'It applies when one of these is in the cart; only they count for the conditions below.'

export function ItemsPart({ fields, edit, readOnly, faultOf }: PartProps) {
  const isLowered = phaseOf(fields.benefit) === 'line' && fields.benefit.kind !== 'gift'
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="What it is for" about={isLowered ? LOWERED : NEEDED}>
        <SelectionInputs
          label="Products"
          allLabel="Everything but gift cards"
          value={fields.items}
          onChange={(items) => edit({ items })}
          readOnly={readOnly}
          path="/items"
          faultOf={faultOf}
        />
      </Section>
    </Paper>
  )
}
