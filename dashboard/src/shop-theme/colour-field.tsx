import { Group, Text, TextInput } from '@mantine/core'
import classes from './colour-field.module.css'
import { isHex, isTooLow, pairsOf, toldRatio } from './contrast.ts'
import type { Colours } from './theme.ts'
import { COLOUR_WORDS } from './theme-words.ts'

interface Props {
  name: keyof Colours
  colours: Colours
  onChange: (hex: string) => void
  readOnly: boolean
  /** What the server said; it goes when the colour is changed. */
  fault: string | undefined
}

export function ColourField({ name, colours, onChange, readOnly, fault }: Props) {
  const hex = colours[name]
  const words = COLOUR_WORDS[name]
  const pairs = pairsOf(colours, name)
  const low = pairs.filter(isTooLow)
  const problem = isHex(hex) ? low.map(inWords).join(' ') || fault : 'Six digits after #, such as #1f3a5f.'
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <input
          type="color"
          className={classes.swatch}
          aria-label={`Pick ${words.name.toLowerCase()}`}
          value={isHex(hex) ? hex.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
          disabled={readOnly}
        />
        <TextInput
          flex={1}
          label={words.name}
          description={words.about}
          value={hex}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={7}
          readOnly={readOnly}
          spellCheck={false}
          error={Boolean(problem)}
          aria-describedby={`contrast-${name}`}
        />
      </Group>
      <Text
        id={`contrast-${name}`}
        size="xs"
        mt={4}
        aria-live="polite"
        c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
      >
        {problem || pairs.map((pair) => `${toldRatio(pair)}:1 on ${nameOf(pair.under)}`).join(', ')}
      </Text>
    </div>
  )
}

const nameOf = (name: keyof Colours) => COLOUR_WORDS[name].name.toLowerCase()

const inWords = (pair: ReturnType<typeof pairsOf>[number]) =>
  `${toldRatio(pair)}:1 on ${nameOf(pair.under)}: too low, it needs ${pair.needed}:1.`
