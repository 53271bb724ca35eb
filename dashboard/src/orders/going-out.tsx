import { ActionIcon, Group, NumberInput, Stack, Text } from '@mantine/core'
import { moneyInWords } from '../parts/money.ts'
import type { Offer } from './add-variant.tsx'

export interface Chosen {
  offer: Offer
  quantity: number
}

/** One more of what is chosen already. */
export const withOffer = (chosen: Chosen[], offer: Offer): Chosen[] =>
  chosen.some((one) => one.offer.variantId === offer.variantId)
    ? chosen.map((one) => (one.offer.variantId === offer.variantId ? { ...one, quantity: one.quantity + 1 } : one))
    : [...chosen, { offer, quantity: 1 }]

export function GoingOut({ chosen, onChange }: { chosen: Chosen[]; onChange: (chosen: Chosen[]) => void }) {
  if (chosen.length === 0) return null
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Goes out">
      {chosen.map(({ offer, quantity }) => (
        <Group key={offer.variantId} component="li" justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {offer.title}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[offer.about, moneyInWords(offer.price)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
          <Group gap={6} wrap="nowrap">
            <NumberInput
              w={84}
              aria-label={`How many new ${offer.title}`}
              value={quantity}
              onChange={(value) =>
                onChange(chosen.map((one) => (one.offer === offer ? { ...one, quantity: Number(value) || 0 } : one)))
              }
              min={0}
              max={1_000_000}
              allowDecimal={false}
              allowNegative={false}
            />
            <ActionIcon
              variant="default"
              size="lg"
              c="red"
              aria-label={`Leave out ${offer.title}`}
              onClick={() => onChange(chosen.filter((one) => one.offer !== offer))}
            >
              ✕
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
