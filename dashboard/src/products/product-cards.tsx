import { Group, Paper, Stack, Text } from '@mantine/core'
import { Picture } from '../parts/picture.tsx'
import { type ProductListProps, StatusBadge, TitleLink } from './product-facts.tsx'
import classes from './product-list.module.css'
import { priceRangeInWords, variantsInWords } from './product-words.ts'

const PICTURE_PX = 72

export function ProductCards({ products, currency }: ProductListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Products">
      {products.map((product) => (
        <Paper key={product.id} component="li" withBorder p="sm" className={classes.card ?? ''}>
          <Group gap="md" wrap="nowrap" align="flex-start">
            <Picture url={product.images[0]?.url} size={PICTURE_PX} />
            <Stack gap={4} miw={0} flex={1}>
              <TitleLink of={product} />
              <Text size="sm" className={classes.figures ?? ''}>
                {priceRangeInWords(product.variants, currency)}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {[product.type, product.vendor, variantsInWords(product.variants.length)].filter(Boolean).join(' · ')}
              </Text>
              <StatusBadge of={product} />
            </Stack>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
