import { Autocomplete, NumberInput, SimpleGrid } from '@mantine/core'
import type { PartProps } from './theme-fields.ts'
import { ThemePart } from './theme-part.tsx'

const FAMILIES = [
  'system-ui, sans-serif',
  'Inter, "Helvetica Neue", sans-serif',
  'Georgia, "Times New Roman", serif',
  '"Trebuchet MS", Verdana, sans-serif',
  'ui-monospace, Menlo, monospace',
]

export function TypePart({ fields: { typography, shape }, edit, readOnly, faultOf }: PartProps) {
  const type = (changes: Partial<typeof typography>) => edit({ typography: { ...typography, ...changes } })
  const form = (changes: Partial<typeof shape>) => edit({ shape: { ...shape, ...changes } })
  return (
    <ThemePart title="Type and shape">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Autocomplete
          label="Fonts of headings"
          description="The wanted one first, with commas between"
          data={FAMILIES}
          filter={({ options }) => options}
          value={typography.headingFamily}
          onChange={(headingFamily) => type({ headingFamily })}
          readOnly={readOnly}
          error={faultOf('/typography/headingFamily')}
        />
        <Autocomplete
          label="Fonts of text"
          description="A font is not sent along: visitors need it already"
          data={FAMILIES}
          filter={({ options }) => options}
          value={typography.bodyFamily}
          onChange={(bodyFamily) => type({ bodyFamily })}
          readOnly={readOnly}
          error={faultOf('/typography/bodyFamily')}
        />
        <NumberInput
          label="Size of text"
          value={typography.baseSizePx}
          onChange={(size) => type({ baseSizePx: Number(size) })}
          min={12}
          max={24}
          allowDecimal={false}
          suffix=" px"
          readOnly={readOnly}
          error={faultOf('/typography/baseSizePx')}
        />
        <NumberInput
          label="Steps between headings"
          description="Each is so many times the one below"
          value={typography.scale}
          onChange={(scale) => type({ scale: Number(scale) })}
          min={1}
          max={2}
          step={0.05}
          decimalScale={3}
          readOnly={readOnly}
          error={faultOf('/typography/scale')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <NumberInput
          label="Roundness of corners"
          value={shape.radiusPx}
          onChange={(radius) => form({ radiusPx: Number(radius) })}
          min={0}
          max={64}
          allowDecimal={false}
          suffix=" px"
          readOnly={readOnly}
          error={faultOf('/shape/radiusPx')}
        />
        <NumberInput
          label="Unit of distances"
          description="All distances are multiples of it"
          value={shape.spacingPx}
          onChange={(spacing) => form({ spacingPx: Number(spacing) })}
          min={1}
          max={64}
          allowDecimal={false}
          suffix=" px"
          readOnly={readOnly}
          error={faultOf('/shape/spacingPx')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </SimpleGrid>
    </ThemePart>
  )
}
