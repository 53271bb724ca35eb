import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import type { Question } from './editing.ts'

export function QuestionDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, about, action, onConfirm } = question
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Text>{about}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
