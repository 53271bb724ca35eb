import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { TicketMessage } from '../inbox.ts'
import { authorName } from '../inbox-labels.ts'

interface Props {
  message: TicketMessage | undefined
  onSend: () => void
  onDismiss: () => void
}

/** Someone wrote while the reply was being written: it may need another answer. */
export function NewMessageAlert({ message, onSend, onDismiss }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) box.current?.focus()
  }, [message])
  if (!message) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="orange"
      role="alert"
      mb="xs"
      title="A new message arrived while you were writing"
    >
      <Stack gap="xs">
        <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-wrap' }}>
          <strong>{`${authorName(message)}: `}</strong>
          {message.visibleText}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onDismiss}>
            Keep editing
          </Button>
          <Button size="compact-sm" color="red.9" onClick={onSend}>
            Send anyway
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
