import { Button, Menu } from '@mantine/core'
import type { DraftMode } from '../inbox.ts'
import { snoozeOptions } from '../inbox-labels.ts'
import type { SendOptions } from './send-message.ts'

interface Props {
  mode: DraftMode
  isReady: boolean
  isPending: boolean
  isResolved: boolean
  hint: string
  onSend: (options?: SendOptions) => void
}

export function SendButtons({ mode, isReady, isPending, isResolved, hint, onSend }: Props) {
  if (mode === 'note') {
    return (
      <Button
        size="xs"
        color="yellow.4"
        autoContrast
        disabled={!isReady}
        loading={isPending}
        title={hint}
        onClick={() => onSend()}
      >
        Add note
      </Button>
    )
  }
  return (
    <Button.Group>
      <Button size="xs" disabled={!isReady} loading={isPending} title={hint} onClick={() => onSend()}>
        Send
      </Button>
      {isResolved ? null : (
        <Button
          size="xs"
          variant="light"
          disabled={!isReady || isPending}
          title={`Shift+${hint}`}
          onClick={() => onSend({ resolves: true })}
        >
          Send & resolve
        </Button>
      )}
      <Menu position="top-end" shadow="md" disabled={!isReady || isPending}>
        <Menu.Target>
          <Button size="xs" variant="light" px="xs" disabled={!isReady || isPending} aria-label="More ways to send">
            ▾
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Send & snooze</Menu.Label>
          {snoozeOptions(new Date()).map(({ label, until }) => (
            <Menu.Item key={label} onClick={() => onSend({ snoozedUntil: until.toISOString() })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
