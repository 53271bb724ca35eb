import { Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import type { PartProps } from './collection-fields.ts'

export function SeoPart({ fields, edit, readOnly, faultOf }: PartProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="In search engines" about="Left empty, the title and the description of the collection are shown.">
        <Stack gap="md">
          <TextInput
            label="Title in results"
            placeholder={fields.title}
            value={fields.seoTitle}
            onChange={(event) => edit({ seoTitle: event.currentTarget.value })}
            maxLength={255}
            readOnly={readOnly}
            error={faultOf('/seo/title')}
          />
          <Textarea
            label="Description in results"
            value={fields.seoDescription}
            onChange={(event) => edit({ seoDescription: event.currentTarget.value })}
            maxLength={1000}
            autosize
            minRows={2}
            readOnly={readOnly}
            error={faultOf('/seo/description')}
          />
        </Stack>
      </Section>
    </Paper>
  )
}
