import { Anchor, Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ago } from '../parts/when.tsx'
import type { Product } from '../products/products.ts'
import classes from './editor.module.css'

interface Props {
  product: Product | undefined
  title: string
  isChanged: boolean
  isSaving: boolean
  isReadOnly: boolean
  onSave: () => void
  onDiscard: () => void
  onDelete: () => void
}

/** It stays in sight: whoever has changed the last of two hundred variants need not look for the button. */
export function EditorBar({ product, title, isChanged, isSaving, isReadOnly, onSave, onDiscard, onDelete }: Props) {
  return (
    <div className={classes.bar}>
      <Group gap="md" wrap="nowrap" maw={1100} mx="auto">
        <Stack gap={0} miw={0} flex={1}>
          <Anchor component={Link} to="/catalogue/products" size="sm" w="fit-content">
            ← Products
          </Anchor>
          <Title order={1} size="h3" className={classes.title ?? ''}>
            {title.trim() || (product ? 'Without a title' : 'New product')}
          </Title>
          <Text size="xs" c="dimmed" role="status" truncate>
            {isChanged ? 'Not saved yet' : product ? <SavedWords at={product.updatedAt} /> : ''}
          </Text>
        </Stack>
        {isReadOnly ? null : (
          <Group gap="xs" wrap="nowrap">
            {product ? (
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <Button variant="default" px="sm" aria-label="More for this product">
                    ⋯
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {isChanged ? (
                    <Menu.Item hiddenFrom="xs" onClick={onDiscard} disabled={isSaving}>
                      Discard changes
                    </Menu.Item>
                  ) : null}
                  <Menu.Item
                    renderRoot={(props) => (
                      <Link to="/catalogue/products/new" search={{ copy: product.id }} {...props} />
                    )}
                  >
                    Duplicate
                  </Menu.Item>
                  <Menu.Item color="red" onClick={onDelete}>
                    Delete…
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : null}
            {product && isChanged ? (
              <Button variant="default" onClick={onDiscard} disabled={isSaving} visibleFrom="xs">
                Discard
              </Button>
            ) : null}
            <Button onClick={onSave} loading={isSaving} disabled={!isChanged}>
              Save
            </Button>
          </Group>
        )}
      </Group>
    </div>
  )
}

function SavedWords({ at }: { at: string }) {
  return (
    <>
      {'Saved '}
      <Ago at={at} />
    </>
  )
}
