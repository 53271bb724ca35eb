import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { fullTime } from '../parts/when.tsx'
import { SHOWING_WORDS, showingOf } from './product-words.ts'
import type { Product } from './products.ts'

export interface ProductListProps {
  products: Product[]
  /** The shop's own. */
  currency: string
}

const COLOURS: Record<ReturnType<typeof showingOf>, string> = {
  active: 'green',
  scheduled: 'blue',
  draft: 'yellow',
  ended: 'gray.5',
  archived: 'gray.5',
}

export function StatusBadge({ of }: { of: Pick<Product, 'status' | 'publishAt' | 'unpublishAt'> }) {
  const showing = showingOf(of, new Date())
  return (
    <Stack gap={2} align="flex-start">
      <Badge miw="max-content" variant="dot" color={COLOURS[showing]} tt="none">
        {SHOWING_WORDS[showing]}
      </Badge>
      {showing === 'scheduled' && of.publishAt ? (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {fullTime(of.publishAt)}
        </Text>
      ) : null}
    </Stack>
  )
}

export function TitleLink({ of }: { of: Product }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/catalogue/products/$id" params={{ id: of.id }} {...props} />}
      c="var(--mantine-color-text)"
      fw={600}
      size="sm"
    >
      <Text span inherit lineClamp={2} style={{ overflowWrap: 'break-word' }}>
        {of.title}
      </Text>
    </Anchor>
  )
}
