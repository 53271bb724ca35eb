import { Autocomplete, NumberInput, SimpleGrid } from '@mantine/core'
import { SectionCard } from '../ui/section.tsx'
import type { SectionProps } from './theme-fields.ts'

const FONT_FAMILIES = [
  'system-ui, sans-serif',
  'Inter, "Helvetica Neue", sans-serif',
  'Georgia, "Times New Roman", serif',
  '"Trebuchet MS", Verdana, sans-serif',
  'ui-monospace, Menlo, monospace',
]

export function TypographySection({ fields: { typography, shape }, edit, readOnly, errorAt }: SectionProps) {
  const editTypography = (changes: Partial<typeof typography>) => edit({ typography: { ...typography, ...changes } })
  const editShape = (changes: Partial<typeof shape>) => edit({ shape: { ...shape, ...changes } })
  return (
    <SectionCard title="Typography and shape">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Autocomplete
          label="Heading fonts"
          description="Preferred font first, separated by commas"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={FONT_FAMILIES}
          filter={({ options }) => options}
          value={typography.headingFamily}
          onChange={(headingFamily) => editTypography({ headingFamily })}
          readOnly={readOnly}
          error={errorAt('/typography/headingFamily')}
        />
        <Autocomplete
          label="Body fonts"
          description="Fonts are not delivered, so visitors must have them installed"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={FONT_FAMILIES}
          filter={({ options }) => options}
          value={typography.bodyFamily}
          onChange={(bodyFamily) => editTypography({ bodyFamily })}
          readOnly={readOnly}
          error={errorAt('/typography/bodyFamily')}
        />
        <NumberInput
          label="Font size"
          value={typography.baseSizePx}
          onChange={(size) => editTypography({ baseSizePx: Number(size) })}
          min={12}
          max={24}
          allowDecimal={false}
          suffix=" px"
          readOnly={readOnly}
          error={errorAt('/typography/baseSizePx')}
        />
        <NumberInput
          label="Heading scale"
          description="Size of each level relative to the one below"
          value={typography.scale}
          onChange={(scale) => editTypography({ scale: Number(scale) })}
          min={1}
          max={2}
          step={0.05}
          decimalScale={3}
          readOnly={readOnly}
          error={errorAt('/typography/scale')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <NumberInput
          label="Corner radius"
          value={shape.radiusPx}
          onChange={(radius) => editShape({ radiusPx: Number(radius) })}
          min={0}
          max={64}
          allowDecimal={false}
          suffix=" px"
          readOnly={readOnly}
          error={errorAt('/shape/radiusPx')}
        />
        <NumberInput
          label="Spacing unit"
          description="All spacing is a multiple of it"
          value={shape.spacingPx}
          onChange={(spacing) => editShape({ spacingPx: Number(spacing) })}
          min={1}
          max={64}
          allowDecimal={false}
          suffix=" px"
          readOnly={readOnly}
          error={errorAt('/shape/spacingPx')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </SimpleGrid>
    </SectionCard>
  )
}
