import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Promotion, useDeletePromotion } from './promotions.ts'

export function DeletePromotionDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const { id, title, trigger } = promotion
  const navigate = useNavigate()
  const remove = useDeletePromotion(id, () => navigate({ to: '/sales/promotions', ignoreBlocker: true }))
  return (
    <Dialog locked={remove.isPending} onClose={onClose} title={`Delete “${title}”?`}>
      <Stack gap="md">
        <Failure error={remove.error} title="It was not deleted" />
        <Text size="sm">
          {`Carts lose it at once${trigger === 'code' ? ', and its codes are gone' : ''}. Orders keep what it gave them.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
