import { Button, Group, Text } from '@mantine/core'
import { errorMessage } from '../../ui/feedback.tsx'
import { requestComposerText } from '../composer-text.ts'
import { useInbox } from '../inbox-context.ts'
import { useNow } from '../use-now.ts'
import { useCancelDelivery } from './deliveries.ts'

interface Props {
  ticketId: string
  messageId: string
  sendAt: string
  text: string
}

/** Ten seconds to think again. The text goes back into the composer. */
export function SendingNotice({ ticketId, messageId, sendAt, text }: Props) {
  const { canEdit } = useInbox()
  const cancel = useCancelDelivery(ticketId, messageId, {
    onSuccess: () => requestComposerText({ ticketId, mode: 'reply', text }),
  })
  const secondsLeft = Math.ceil((Date.parse(sendAt) - useNow(500)) / 1000)
  if (secondsLeft <= 0) {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        Sending…
      </Text>
    )
  }
  return (
    <Group gap="xs" mt={4} aria-live="off">
      <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {`Sends in ${secondsLeft} s`}
      </Text>
      {canEdit ? (
        <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Undo
        </Button>
      ) : null}
      {cancel.error ? (
        <Text size="xs" c="red.9">
          {errorMessage(cancel.error)}
        </Text>
      ) : null}
    </Group>
  )
}
