import { SimpleGrid, TextInput } from '@mantine/core'
import { ImageField } from '../media/image-field.tsx'
import { SectionCard } from '../ui/section.tsx'
import type { Theme } from './theme.ts'
import type { SectionProps } from './theme-fields.ts'

interface BrandField {
  name: keyof Theme['brand']
  label: string
  description?: string
  placeholder?: string
}
const BRAND_TEXTS: BrandField[] = [
  { name: 'name', label: 'Shop name' },
  { name: 'tagline', label: 'Tagline', placeholder: 'Made of wood' },
]
const BRAND_IMAGES: BrandField[] = [
  { name: 'logoUrl', label: 'Logo', description: 'URL of the image', placeholder: 'https://example.com/logo.svg' },
  { name: 'faviconUrl', label: 'Favicon', description: 'URL of the image', placeholder: '/favicon.ico' },
]

export function BrandSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  const field = ({ name, ...inputProps }: BrandField) => ({
    ...inputProps,
    value: fields.brand[name] ?? '',
    readOnly,
    error: errorAt(`/brand/${name}`),
  })
  const editBrand = (name: BrandField['name'], value: string) => edit({ brand: { ...fields.brand, [name]: value } })
  return (
    <SectionCard title="Brand">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {BRAND_TEXTS.map((text) => (
          <TextInput
            key={text.name}
            {...field(text)}
            onChange={(event) => editBrand(text.name, event.currentTarget.value)}
          />
        ))}
        {BRAND_IMAGES.map((image) => (
          <ImageField key={image.name} {...field(image)} onChange={(url) => editBrand(image.name, url)} />
        ))}
      </SimpleGrid>
    </SectionCard>
  )
}
