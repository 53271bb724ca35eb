import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type MailTemplate, useResetTemplate } from './mails.ts'

interface Props {
  template: MailTemplate
  onClose: () => void
  onReset: () => void
}

export function ResetTemplateDialog({ template, onClose, onReset }: Props) {
  const reset = useResetTemplate(template)
  return (
    <Dialog locked={reset.isPending} onClose={onClose} title="Back to the built-in words?">
      <Stack gap="md">
        <Failure error={reset.error} title="Your words were kept" />
        <Text size="sm">Your words are lost: copy them first if you may want them again.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={reset.isPending} data-autofocus>
            Keep mine
          </Button>
          <Button color="red" loading={reset.isPending} onClick={() => reset.mutate(undefined, { onSuccess: onReset })}>
            Go back
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
