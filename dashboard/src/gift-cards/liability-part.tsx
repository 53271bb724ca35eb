import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Failure } from '../parts/failure.tsx'
import { moneyInWords } from '../parts/money.ts'
import { Section } from '../parts/section.tsx'
import { type Liability, useLiability } from './gift-cards.ts'

export function LiabilityPart() {
  const liability = useLiability()
  const all = liability.data?.data ?? []
  if (liability.isSuccess && all.length === 0) return null
  return (
    <Section title="What you owe" about="Money on gift cards that nobody has spent yet.">
      <Failure error={liability.error} title="It can't be shown" onRetry={() => void liability.refetch()} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="What you owe, by currency">
        {all.map((sums) => (
          <OneCurrency key={sums.currency} of={sums} />
        ))}
      </Stack>
    </Section>
  )
}

function OneCurrency({ of: { outstanding, issued, redeemed, expired, deactivated, count } }: { of: Liability }) {
  const facts = { Issued: issued, Spent: redeemed, Expired: expired, Deactivated: deactivated }
  return (
    <Paper component="li" withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Group justify="space-between" gap="md">
        <div>
          <Text size="xl" fw={700}>
            {moneyInWords(outstanding)}
          </Text>
          <Text size="xs" c="dimmed">
            {count === 1 ? 'on 1 card' : `on ${count} cards`}
          </Text>
        </div>
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="lg" verticalSpacing="xs">
          {Object.entries(facts).map(([name, sum]) => (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {name}
              </Text>
              <Text size="sm">{moneyInWords(sum)}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Group>
    </Paper>
  )
}
