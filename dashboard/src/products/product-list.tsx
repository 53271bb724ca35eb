import { Anchor, Badge, Group, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { deriveVisibility, formatPriceRange, formatVariantCount, VISIBILITY_LABELS } from './product-labels.ts'
import classes from './product-list.module.css'
import type { Product } from './products.ts'

export function ProductList(props: ProductListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <ProductCards {...props} /> : <ProductTable {...props} />
}

export interface ProductListProps {
  products: Product[]
  /** The shop's currency. */
  currency: string
}

const VISIBILITY_COLORS: Record<ReturnType<typeof deriveVisibility>, string> = {
  active: 'green',
  scheduled: 'blue',
  draft: 'yellow',
  ended: 'gray.5',
  archived: 'gray.5',
}

export function StatusBadge({ of }: { of: Pick<Product, 'status' | 'publishAt' | 'unpublishAt'> }) {
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

export function TitleLink({ of }: { of: Product }) {
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

const ROW_IMAGE_PX = 44

export function ProductTable({ products, currency }: ProductListProps) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-label="Products" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Product</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            <Table.Th scope="col">Type</Table.Th>
            <Table.Th scope="col">Vendor</Table.Th>
            <Table.Th scope="col" ta="right">
              Price
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Variants
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <Table.Tr key={product.id} className={classes.row ?? ''}>
              <Table.Td maw={420}>
                <Group gap="sm" wrap="nowrap">
                  <Thumbnail url={product.images[0]?.url} size={ROW_IMAGE_PX} />
                  <TitleLink of={product} />
                </Group>
              </Table.Td>
              <Table.Td>
                <StatusBadge of={product} />
              </Table.Td>
              <TextCell>{product.type}</TextCell>
              <TextCell>{product.vendor}</TextCell>
              <Table.Td ta="right" className={classes.figures ?? ''}>
                {formatPriceRange(product.variants, currency)}
              </Table.Td>
              <Table.Td ta="right" className={classes.figures ?? ''}>
                {product.variants.length}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function TextCell({ children }: { children: string }) {
  return (
    <Table.Td maw={150} miw={90}>
      {children ? (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'break-word' }}>
          {children}
        </Text>
      ) : (
        <VisuallyHidden>none</VisuallyHidden>
      )}
    </Table.Td>
  )
}

const CARD_IMAGE_PX = 72

export function ProductCards({ products, currency }: ProductListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Products">
      {products.map((product) => (
        <Paper key={product.id} component="li" withBorder p="sm" className={classes.card ?? ''}>
          <Group gap="md" wrap="nowrap" align="flex-start">
            <Thumbnail url={product.images[0]?.url} size={CARD_IMAGE_PX} />
            <Stack gap={4} miw={0} flex={1}>
              <TitleLink of={product} />
              <Text size="sm" className={classes.figures ?? ''}>
                {formatPriceRange(product.variants, currency)}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {[product.type, product.vendor, formatVariantCount(product.variants.length)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <StatusBadge of={product} />
            </Stack>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
