import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Product } from '../products/products.ts'
import { BackLink } from '../ui/page.tsx'
import { RelativeTime } from '../ui/time.tsx'

interface Props {
  product: Product | undefined
  title: string
  isReadOnly: boolean
  onDelete: () => void
}

export function EditorHeader({ product, title, isReadOnly, onDelete }: Props) {
  return (
    <Group gap="md" wrap="nowrap" justify="space-between" align="flex-start">
      <Stack gap={2} miw={0}>
        <BackLink to="Products" />
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title.trim() || (product ? 'Untitled product' : 'New product')}
        </Title>
        {product ? (
          <Text size="sm" c="dimmed">
            {'Saved '}
            <RelativeTime at={product.updatedAt} />
          </Text>
        ) : null}
      </Stack>
      {product && !isReadOnly ? (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button variant="default" px="sm" flex="none" aria-label="More actions">
              ⋯
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              renderRoot={(props) => <Link to="/catalog/products/new" search={{ copy: product.id }} {...props} />}
            >
              Duplicate
            </Menu.Item>
            <Menu.Item color="red" onClick={onDelete}>
              Delete product
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  )
}
