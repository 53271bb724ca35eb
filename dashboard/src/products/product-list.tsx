import { Anchor, Badge, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, DataList, type RowSelection } from '../ui/list.tsx'
import type { ListSort } from '../ui/sort-header.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { formatDateTime } from '../ui/time.tsx'
import {
  deriveVisibility,
  formatPriceRange,
  formatRating,
  formatVariantCount,
  VISIBILITY_LABELS,
} from './product-labels.ts'
import classes from './product-list.module.css'
import type { Product } from './products.ts'

interface Props {
  products: Product[]
  /** The shop's currency. */
  currency: string
  selection?: RowSelection | undefined
  sort?: ListSort
}

const ROW_IMAGE_PX = 44
const CARD_IMAGE_PX = 72

export function ProductList({ products, currency, selection, sort }: Props) {
  return (
    <DataList
      label="Products"
      items={products}
      itemKey={({ id }) => id}
      columns={columnsFor(currency)}
      card={(product) => <ProductCard product={product} currency={currency} />}
      rowClassName={classes.row}
      selection={selection}
      itemName={({ title }) => title}
      sort={sort}
    />
  )
}

const columnsFor = (currency: string): Column<Product>[] => [
  {
    header: 'Product',
    cell: (product) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail url={product.images[0]?.url} size={ROW_IMAGE_PX} />
        <TitleLink of={product} />
      </Group>
    ),
    maxWidth: 420,
    sorts: ['title', '-title'],
  },
  { header: 'Status', cell: (product) => <StatusBadge of={product} /> },
  { header: 'Type', cell: ({ type }) => <OptionalText text={type} />, maxWidth: 150 },
  { header: 'Vendor', cell: ({ vendor }) => <OptionalText text={vendor} />, maxWidth: 150 },
  {
    header: 'Price',
    cell: ({ variants }) => <span className={classes.price}>{formatPriceRange(variants, currency)}</span>,
    isNumber: true,
  },
  { header: 'Variants', cell: ({ variants }) => variants.length, isNumber: true },
  { header: 'Rating', cell: ({ rating }) => <Rating of={rating} />, isNumber: true },
]

function ProductCard({ product, currency }: { product: Product; currency: string }) {
  const { type, vendor, variants, images } = product
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Thumbnail url={images[0]?.url} size={CARD_IMAGE_PX} />
      <Stack gap={4} miw={0} flex={1}>
        <TitleLink of={product} />
        <Text size="sm" className={classes.price ?? ''}>
          {formatPriceRange(variants, currency)}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {[type, vendor, formatVariantCount(variants.length), product.rating && formatRating(product.rating)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <StatusBadge of={product} />
      </Stack>
    </Group>
  )
}

const VISIBILITY_COLORS: Record<ReturnType<typeof deriveVisibility>, string> = {
  active: 'green',
  scheduled: 'blue',
  draft: 'yellow',
  ended: 'gray.5',
  archived: 'gray.5',
}

function StatusBadge({ of }: { of: Product }) {
  const visibility = deriveVisibility(of, new Date())
  return (
    <Stack gap={2} align="flex-start">
      <Badge miw="max-content" variant="dot" color={VISIBILITY_COLORS[visibility]} tt="none">
        {VISIBILITY_LABELS[visibility]}
      </Badge>
      {visibility === 'scheduled' && of.publishAt ? (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {formatDateTime(of.publishAt)}
        </Text>
      ) : null}
    </Stack>
  )
}

function TitleLink({ of }: { of: Product }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/catalog/products/$id" params={{ id: of.id }} {...props} />}
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

const Rating = ({ of }: { of: Product['rating'] }) =>
  of ? <span className={classes.price}>{formatRating(of)}</span> : <VisuallyHidden>none</VisuallyHidden>

const OptionalText = ({ text }: { text: string }) =>
  text ? (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'break-word' }}>
      {text}
    </Text>
  ) : (
    <VisuallyHidden>none</VisuallyHidden>
  )
