import { ActionIcon, Alert, Group, NumberInput, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CustomerPicker } from '../customers/customer-picker.tsx'
import { type SellableVariant, VariantPicker } from '../orders/variant-picker.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { formatPoints } from '../ui/points.ts'
import { SectionCard } from '../ui/section.tsx'
import { type PointsPreview, usePointsPreview } from './loyalty.ts'
import { describeAvailability, describeRule, formatMultiplier, NO_POINTS_MESSAGES } from './loyalty-labels.ts'
import { LoyaltyTabs } from './loyalty-tabs.tsx'

interface PreviewRow extends SellableVariant {
  quantity: number
}

export function PreviewPage() {
  const settings = useWorkspaceSettings()
  const currency = settings.data?.currency
  return (
    <Page title="Points preview" about="What an order would earn now, at today's prices and by the saved program.">
      <LoyaltyTabs />
      {settings.isPending ? <Loading what="preview" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the shop" onRetry={() => void settings.refetch()} />
      {currency ? <PreviewForm currency={currency} /> : null}
    </Page>
  )
}

const MAX_QUANTITY = 9999

function PreviewForm({ currency }: { currency: string }) {
  const [rows, setRows] = useState<PreviewRow[]>([])
  const [customerId, setCustomerId] = useState<string>()
  const items = rows.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const preview = usePointsPreview(items, customerId)
  const add = (variant: SellableVariant) =>
    setRows((current) =>
      current.some(({ variantId }) => variantId === variant.variantId)
        ? current.map((row) =>
            row.variantId === variant.variantId ? { ...row, quantity: Math.min(row.quantity + 1, MAX_QUANTITY) } : row,
          )
        : [...current, { ...variant, quantity: 1 }],
    )
  return (
    <>
      <SectionCard title="Order">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <VariantPicker label="Add a product" currency={currency} onAdd={add} />
          <CustomerPicker
            label="Customer"
            description="Optional. Their tier and discounts apply."
            customerId={customerId}
            onChange={setCustomerId}
          />
        </SimpleGrid>
        {rows.length > 0 ? (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Items">
            {rows.map((row) => (
              <PreviewItem
                key={row.variantId}
                row={row}
                preview={preview.data}
                onChange={(quantity) => setRows(rows.map((one) => (one === row ? { ...row, quantity } : one)))}
                onRemove={() => setRows(rows.filter((one) => one !== row))}
              />
            ))}
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            No items yet. Search by name or SKU and press Enter to add the first result.
          </Text>
        )}
      </SectionCard>
      <ErrorAlert error={preview.error} title="Couldn't calculate the points" />
      {rows.length > 0 && preview.data && !preview.error ? <PreviewResult of={preview.data} /> : null}
    </>
  )
}

interface PreviewItemProps {
  row: PreviewRow
  preview: PointsPreview | undefined
  onChange: (quantity: number) => void
  onRemove: () => void
}

function PreviewItem({ row, preview, onChange, onRemove }: PreviewItemProps) {
  const item = preview?.items.find(({ variantId }) => variantId === row.variantId)
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group gap="sm">
        <Stack gap={0} miw={0} flex="1 1 12rem">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {row.title}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[row.description, formatMoney(row.price), item?.rule && describeRule(item.rule)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Stack>
        <Group gap="sm" wrap="nowrap" ml="auto">
          <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {item ? formatPoints(item.points) : ''}
          </Text>
          <NumberInput
            w={76}
            aria-label={`Quantity of ${row.title}`}
            value={row.quantity}
            onChange={(value) => onChange(Math.max(1, Number(value) || 1))}
            min={1}
            max={MAX_QUANTITY}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
          />
          <ActionIcon variant="default" size="lg" c="red" aria-label={`Remove ${row.title}`} onClick={onRemove}>
            ✕
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  )
}

function PreviewResult({ of }: { of: PointsPreview }) {
  return (
    <SectionCard title="Result">
      {of.reason ? <Alert color="yellow">{NO_POINTS_MESSAGES[of.reason]}</Alert> : null}
      <SimpleGrid cols={{ base: 1, xs: 3 }} aria-live="polite">
        <LabeledValue name="The order earns">
          <Text fw={700} size="lg" lh={1.2}>
            {formatPoints(of.points)}
          </Text>
        </LabeledValue>
        <LabeledValue name="Tier">
          {of.tier ? `${of.tier.name}, ${formatMultiplier(of.multiplierPercent)} points` : 'None'}
        </LabeledValue>
        <LabeledValue name="Points available">{describeAvailability(of.availableAfterDays)}</LabeledValue>
      </SimpleGrid>
    </SectionCard>
  )
}
