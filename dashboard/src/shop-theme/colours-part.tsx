import { SimpleGrid } from '@mantine/core'
import { ColourField } from './colour-field.tsx'
import type { PartProps } from './theme-fields.ts'
import { ThemePart } from './theme-part.tsx'
import { COLOUR_NAMES } from './theme-words.ts'

export function ColoursPart({ fields: { colours }, edit, readOnly, faultOf }: PartProps) {
  return (
    <ThemePart
      title="Colours"
      about="Text needs a contrast of 4.5:1, edges and signs 3:1, so that most people can read the shop (WCAG 2.2)."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {COLOUR_NAMES.map((name) => (
          <ColourField
            key={name}
            name={name}
            colours={colours}
            onChange={(hex) => edit({ colours: { ...colours, [name]: hex } })}
            readOnly={readOnly}
            fault={faultOf(`/colours/${name}`)}
          />
        ))}
      </SimpleGrid>
    </ThemePart>
  )
}
