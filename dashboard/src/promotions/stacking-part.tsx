import { Checkbox, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import type { PartProps } from './promotion-fields.ts'
import { phaseOf } from './promotion-words.ts'
import type { Phase } from './promotions.ts'

const PHASES: { phase: Phase; label: string; about: string }[] = [
  { phase: 'line', label: 'Promotions on products', about: 'Such as 10 % off shirts, three for two, or a gift.' },
  { phase: 'order', label: 'Promotions on the order', about: 'Such as €5 off an order of more than €50.' },
  { phase: 'shipping', label: 'Promotions on shipping', about: 'Such as free shipping.' },
]

const OWN: Record<Phase, string> = { line: 'on products', order: 'on the order', shipping: 'on shipping' }

export function StackingPart({ fields, edit, readOnly, faultOf }: PartProps) {
  const { combinesWith } = fields
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section
        title="Together with others"
        about="Where two do not go together, the buyer gets the one that saves more."
      >
        <Stack gap="md">
          <Checkbox.Group label="Applies together with">
            <Stack gap="xs" mt={4}>
              {PHASES.map(({ phase, label, about }) => (
                <Checkbox
                  key={phase}
                  label={label}
                  description={about}
                  checked={combinesWith[phase]}
                  onChange={(event) =>
                    edit({ combinesWith: { ...combinesWith, [phase]: event.currentTarget.checked } })
                  }
                  disabled={readOnly}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="sm" c="dimmed">
            {`This one is ${OWN[phaseOf(fields.benefit)]}: the other must agree to such ones as well.`}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Priority"
              description="Of those that apply together the smaller number comes first; it is 100 unless you change it."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              inputMode="numeric"
              value={fields.priority}
              onChange={(event) => edit({ priority: event.currentTarget.value })}
              maxLength={5}
              readOnly={readOnly}
              error={faultOf('/priority')}
            />
            <TextInput
              label="Exclusive group"
              description="Of all promotions with the same word here only the one that saves most applies."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="summer"
              value={fields.exclusiveGroup}
              onChange={(event) => edit({ exclusiveGroup: event.currentTarget.value })}
              maxLength={100}
              readOnly={readOnly}
              error={faultOf('/exclusiveGroup')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </Paper>
  )
}
