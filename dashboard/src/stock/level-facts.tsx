import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Level } from './stock.ts'
import { isLow, nameOf } from './stock-words.ts'

export interface LevelListProps {
  levels: Level[]
  /** Absent for those who may only look. */
  onAdjust?: (level: Level) => void
}

export const keyOf = ({ variantId, locationId }: Level) => `${variantId} ${locationId}`

/** Leads to the ledger. */
export function LevelName({ of }: { of: Level }) {
  return (
    <Anchor
      size="sm"
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/catalogue/stock/$variantId" params={{ variantId: of.variantId }} {...props} />}
    >
      {nameOf(of)}
    </Anchor>
  )
}

export function Available({ of, justify }: { of: Level; justify: 'flex-start' | 'flex-end' }) {
  const isOut = of.available <= 0
  return (
    <Group gap={6} justify={justify} wrap="nowrap">
      {isLow(of) || isOut ? (
        <Badge
          miw="max-content"
          variant="light"
          color={isOut ? 'red' : 'yellow'}
          tt="none"
          c="var(--mantine-color-text)"
        >
          {isOut ? 'Out' : 'Low'}
        </Badge>
      ) : null}
      <Text size="sm" fw={600}>
        {of.available}
      </Text>
    </Group>
  )
}

export function AdjustButton({ of, onAdjust }: { of: Level; onAdjust: (level: Level) => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => onAdjust(of)}
      aria-label={`Adjust ${nameOf(of)} at ${of.locationName}`}
    >
      Adjust
    </Button>
  )
}
