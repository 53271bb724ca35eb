import { Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import { CountInput } from './number-input.tsx'
import type { PartProps } from './promotion-fields.ts'

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function LimitsPart({ fields, edit, readOnly, faultOf }: PartProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="When, and how often">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              type="datetime-local"
              label="Begins"
              value={fields.startsAt}
              onChange={(event) => edit({ startsAt: event.currentTarget.value })}
              readOnly={readOnly}
              error={faultOf('/startsAt')}
            />
            <TextInput
              type="datetime-local"
              label="Ends"
              value={fields.endsAt}
              onChange={(event) => edit({ endsAt: event.currentTarget.value })}
              readOnly={readOnly}
              error={faultOf('/endsAt')}
            />
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {`Empty: at once, and for good. Times are yours, ${TIME_ZONE}.`}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <CountInput
              label="Uses in all"
              description="Empty: without end."
              value={fields.usageLimit}
              onChange={(usageLimit) => edit({ usageLimit })}
              readOnly={readOnly}
              fault={faultOf('/usageLimit')}
            />
            <CountInput
              label="Uses for one customer"
              description="Empty: without end. Otherwise only for those who give their e-mail address."
              value={fields.usesPerCustomer}
              onChange={(usesPerCustomer) => edit({ usesPerCustomer })}
              readOnly={readOnly}
              fault={faultOf('/usesPerCustomer')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </Paper>
  )
}
