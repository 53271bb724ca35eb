import { Checkbox, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Section } from '../ui/section.tsx'
import type { SectionProps } from './promotion-fields.ts'
import { discountTarget } from './promotion-labels.ts'
import type { DiscountTarget } from './promotions.ts'

const TARGETS: { target: DiscountTarget; label: string; description: string }[] = [
  {
    target: 'item',
    label: 'Product discounts',
    description: 'Such as 10% off shirts, buy two get one free, or a gift.',
  },
  { target: 'order', label: 'Order discounts', description: 'Such as €5 off orders over €50.' },
  { target: 'shipping', label: 'Shipping discounts', description: 'Such as free shipping.' },
]

const TARGET_LABELS: Record<DiscountTarget, string> = {
  item: 'a product discount',
  order: 'an order discount',
  shipping: 'a shipping discount',
}

export function CombinationsSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  const { combinesWith } = fields
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section
        title="Combinations"
        about="If two discounts can't be combined, the customer gets the one that saves more."
      >
        <Stack gap="md">
          <Checkbox.Group label="Combines with">
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
            {`This is ${TARGET_LABELS[discountTarget(fields.benefit)]}. Other discounts must also allow it in their combinations.`}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Priority"
              description="Combined discounts apply in this order, lowest number first. The default is 100."
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
              description="Of all discounts in the same group, only the one that saves the most applies."
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
