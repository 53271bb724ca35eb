import { Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { formatRatio } from '../../../sdk/src/contrast.ts'
import { SectionCard } from '../ui/section.tsx'
import classes from './colors-section.module.css'
import { contrastPairs, isHex, isLowContrast } from './contrast.ts'
import type { ThemeColors } from './theme.ts'
import type { SectionProps } from './theme-fields.ts'
import { COLOR_LABELS, COLOR_NAMES } from './theme-labels.ts'

interface ColorFieldProps {
  name: keyof ThemeColors
  colors: ThemeColors
  onChange: (hex: string) => void
  readOnly: boolean
  /** The server's error; cleared when the color changes. */
  error: string | undefined
}

export function ColorField({ name, colors, onChange, readOnly, error }: ColorFieldProps) {
  const hex = colors[name]
  const label = COLOR_LABELS[name]
  const pairs = contrastPairs(colors, name)
  const lowPairs = pairs.filter(isLowContrast)
  const colorError = isHex(hex)
    ? lowPairs.map(formatLowContrast).join(' ') || error
    : 'Enter # and six digits, such as #1f3a5f.'
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <input
          type="color"
          className={classes.swatch}
          aria-label={`Pick ${label.name.toLowerCase()}`}
          value={isHex(hex) ? hex.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
          disabled={readOnly}
        />
        <TextInput
          flex={1}
          label={label.name}
          description={label.about}
          value={hex}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={7}
          readOnly={readOnly}
          spellCheck={false}
          error={Boolean(colorError)}
          aria-describedby={`contrast-${name}`}
        />
      </Group>
      <Text
        id={`contrast-${name}`}
        size="xs"
        mt={4}
        aria-live="polite"
        c={colorError ? 'var(--mantine-color-error)' : 'dimmed'}
      >
        {colorError || pairs.map((pair) => `${formatRatio(pair.ratio)}:1 on ${colorName(pair.under)}`).join(', ')}
      </Text>
    </div>
  )
}

const colorName = (name: keyof ThemeColors) => COLOR_LABELS[name].name.toLowerCase()

const formatLowContrast = (pair: ReturnType<typeof contrastPairs>[number]) =>
  `${formatRatio(pair.ratio)}:1 on ${colorName(pair.under)} is too low. It must be at least ${pair.needed}:1.`

export function ColorsSection({ fields: { colors }, edit, readOnly, errorAt }: SectionProps) {
  return (
    <SectionCard
      title="Colors"
      about="Text needs a contrast of at least 4.5:1, borders and icons 3:1, so that most people can read it (WCAG 2.2)."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {COLOR_NAMES.map((name) => (
          <ColorField
            key={name}
            name={name}
            colors={colors}
            onChange={(hex) => edit({ colors: { ...colors, [name]: hex } })}
            readOnly={readOnly}
            error={errorAt(`/colors/${name}`)}
          />
        ))}
      </SimpleGrid>
    </SectionCard>
  )
}
