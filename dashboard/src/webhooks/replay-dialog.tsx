import { Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { toDateTimeInput } from '../ui/date-time-input.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { type Endpoint, useReplayRange } from './webhooks.ts'

interface Props {
  of: Endpoint
  onClose: () => void
  onReplayed: (message: string) => void
}

const DAY_MS = 86_400_000

const toInput = (at: number) => toDateTimeInput(new Date(at).toISOString())

export function ReplayDialog({ of, onClose, onReplayed }: Props) {
  const replay = useReplayRange(of.id)
  const [values, setValues] = useState(() => {
    const now = Date.now()
    return { from: toInput(now - DAY_MS), to: toInput(now), onlyFailed: true }
  })
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const { from, to, onlyFailed } = values
  return (
    <FormDialog
      title="Resend events"
      size="lg"
      mutation={replay}
      isReady={from !== '' && to !== '' && from < to}
      saveLabel="Resend events"
      onSave={() =>
        replay.mutate(
          // The end of the minute that was chosen.
          {
            from: new Date(from).toISOString(),
            to: new Date(new Date(to).getTime() + 59_999).toISOString(),
            onlyFailed,
          },
          {
            onSuccess: ({ count }) =>
              onReplayed(count === 0 ? 'No events to resend in this time.' : `${formatCount(count)} queued.`),
          },
        )
      }
      onClose={onClose}
    >
      <ErrorAlert error={replay.error} title="Couldn't resend the events" />
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label="From"
          value={from}
          onChange={(event) => set({ from: event.currentTarget.value })}
          error={fieldError(replay.error, '/from')}
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label="To"
          value={to}
          onChange={(event) => set({ to: event.currentTarget.value })}
          error={fieldError(replay.error, '/to') ?? (from < to ? undefined : 'Choose a time after the start.')}
        />
      </Group>
      <Checkbox
        label="Only events that were not delivered"
        description="Otherwise your endpoint gets events again that it already has, with the same webhook-id."
        checked={onlyFailed}
        onChange={(event) => set({ onlyFailed: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

const formatCount = (count: number) => (count === 1 ? '1 event' : `${count.toLocaleString()} events`)
