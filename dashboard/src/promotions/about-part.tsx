import { Paper, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PartProps } from './promotion-fields.ts'

export function AboutPart({ fields, edit, readOnly, faultOf, children }: PartProps & { children?: ReactNode }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <TextInput
          label="Title"
          description="Buyers see it in their cart."
          placeholder="Ten percent for newcomers"
          value={fields.title}
          onChange={(event) => edit({ title: event.currentTarget.value })}
          maxLength={255}
          readOnly={readOnly}
          error={faultOf('/title')}
        />
        {children}
        {readOnly ? (
          <Text size="sm">{fields.enabled ? 'It is enabled.' : 'It is disabled: nobody gets it.'}</Text>
        ) : (
          <Switch
            label="Enabled"
            description="Switched off, nobody gets it, whatever its dates say."
            checked={fields.enabled}
            onChange={(event) => edit({ enabled: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Paper>
  )
}
