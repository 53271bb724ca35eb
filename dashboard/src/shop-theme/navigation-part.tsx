import { SimpleGrid, Stack, Text } from '@mantine/core'
import { NavigationList } from './navigation-list.tsx'
import type { PartProps } from './theme-fields.ts'
import { ThemePart } from './theme-part.tsx'

const PLACES = { header: 'At the top', footer: 'At the bottom' } as const

export function NavigationPart({ fields: { navigation }, edit, readOnly, faultOf }: PartProps) {
  return (
    <ThemePart title="Navigation" about="Links that storefronts show on every page, with one level beneath each.">
      <SimpleGrid cols={1} spacing="lg">
        {(['header', 'footer'] as const).map((place) => (
          <Stack key={place} gap="xs">
            <Text fw={600} size="sm">
              {PLACES[place]}
            </Text>
            <NavigationList
              label={PLACES[place]}
              rows={navigation[place]}
              path={`/navigation/${place}`}
              onChange={(rows) => edit({ navigation: { ...navigation, [place]: rows } })}
              readOnly={readOnly}
              faultOf={faultOf}
            />
          </Stack>
        ))}
      </SimpleGrid>
    </ThemePart>
  )
}
