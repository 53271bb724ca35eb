import { Checkbox, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Section } from '../ui/section.tsx'
import type { SectionProps } from './promotion-fields.ts'
import { discountTarget } from './promotion-labels.ts'
import type { DiscountTarget } from './promotions.ts'

const TARGETS: { target: DiscountTarget; label: string; description: string }[] = [
  {
    target: 'line',
    label: 'Promotions on products',
    description: 'Such as 10 % off shirts, three for two, or a gift.',
  },
  { target: 'order', label: 'Promotions on the order', description: 'Such as €5 off an order of more than €50.' },
  { target: 'shipping', label: 'Promotions on shipping', description: 'Such as free shipping.' },
]

const TARGET_LABELS: Record<DiscountTarget, string> = {
  line: 'on products',
  order: 'on the order',
  shipping: 'on shipping',
}

export function CombinationsSection({ fields, edit, readOnly, errorAt }: SectionProps) {
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
              {TARGETS.map(({ target, label, description }) => (
                <Checkbox
                  key={target}
                  label={label}
                  description={description}
                  checked={combinesWith[target]}
                  onChange={(event) =>
                    edit({ combinesWith: { ...combinesWith, [target]: event.currentTarget.checked } })
                  }
                  disabled={readOnly}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="sm" c="dimmed">
            {`This one is ${TARGET_LABELS[discountTarget(fields.benefit)]}: the other must agree to such ones as well.`}
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
              error={errorAt('/priority')}
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
              error={errorAt('/exclusiveGroup')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </Paper>
  )
}
