import { Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core'
import { Picture } from '../parts/picture.tsx'
import { type ProductListProps, StatusBadge, TitleLink } from './product-facts.tsx'
import classes from './product-list.module.css'
import { priceRangeInWords } from './product-words.ts'

const PICTURE_PX = 44

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
                  <Picture url={product.images[0]?.url} size={PICTURE_PX} />
                  <TitleLink of={product} />
                </Group>
              </Table.Td>
              <Table.Td>
                <StatusBadge of={product} />
              </Table.Td>
              <Word>{product.type}</Word>
              <Word>{product.vendor}</Word>
              <Table.Td ta="right" className={classes.figures ?? ''}>
                {priceRangeInWords(product.variants, currency)}
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

function Word({ children }: { children: string }) {
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
