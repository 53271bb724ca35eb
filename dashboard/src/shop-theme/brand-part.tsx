import { SimpleGrid, TextInput } from '@mantine/core'
import type { Brand } from './theme.ts'
import type { PartProps } from './theme-fields.ts'
import { ThemePart } from './theme-part.tsx'

const FIELDS: { name: keyof Brand; label: string; description?: string; placeholder?: string }[] = [
  { name: 'name', label: 'Name of the shop' },
  { name: 'tagline', label: 'Tagline', placeholder: 'Made of wood' },
  { name: 'logoUrl', label: 'Logo', description: 'Address of a picture', placeholder: 'https://example.com/logo.svg' },
  {
    name: 'faviconUrl',
    label: 'Icon in the browser’s tab',
    description: 'Address of a picture',
    placeholder: '/favicon.ico',
  },
]

export function BrandPart({ fields, edit, readOnly, faultOf }: PartProps) {
  return (
    <ThemePart title="Brand">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {FIELDS.map(({ name, ...words }) => (
          <TextInput
            key={name}
            {...words}
            value={fields.brand[name] ?? ''}
            onChange={(event) => edit({ brand: { ...fields.brand, [name]: event.currentTarget.value } })}
            readOnly={readOnly}
            error={faultOf(`/brand/${name}`)}
          />
        ))}
      </SimpleGrid>
    </ThemePart>
  )
}
