import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatActor, members } from '../members/members.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { LabeledValue, LoadMore } from '../ui/list.tsx'
import { keysOf } from '../ui/records.ts'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import {
  CHANNEL_LABELS,
  type Consent,
  type Customer,
  MARKETING_LABELS,
  useConsents,
  useRecordConsent,
} from './customers.ts'

/** What applies now, and the record that proves it. */
export function ConsentSection({ customer: { id, marketing }, canEdit }: { customer: Customer; canEdit: boolean }) {
  const [isRecording, setIsRecording] = useState(false)
  return (
    <Section title="Marketing consent">
      <Paper withBorder p="md">
        <Stack gap="sm">
          {keysOf(CHANNEL_LABELS).map((channel) => (
            <LabeledValue key={channel} name={CHANNEL_LABELS[channel]}>
              <ConsentState of={marketing[channel]} />
            </LabeledValue>
          ))}
          <ConsentHistory id={id} />
          {canEdit ? (
            <Group>
              <Button size="xs" variant="default" onClick={() => setIsRecording(true)}>
                Record consent
              </Button>
            </Group>
          ) : null}
        </Stack>
      </Paper>
      {isRecording ? <RecordConsentDialog id={id} onClose={() => setIsRecording(false)} /> : null}
    </Section>
  )
}

const ConsentState = ({ of: state }: { of: Consent['state'] | null }) => (state ? MARKETING_LABELS[state] : 'Not asked')

function ConsentHistory({ id }: { id: string }) {
  const consents = useConsents(id)
  const people = members.useList()
  const entries = consents.data ?? []
  return (
    <>
      {consents.isPending ? <Loading what="consents" rows={1} /> : null}
      <ErrorAlert error={consents.error} title="Couldn't load the consents" onRetry={() => void consents.refetch()} />
      {entries.length > 0 ? (
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Consents, newest first">
          {entries.map((entry) => (
            <ConsentEntry key={entry.id} of={entry} actor={formatActor(entry.actor, people.data ?? [])} />
          ))}
        </Stack>
      ) : null}
      <LoadMore list={consents} size="xs">
        Load more consents
      </LoadMore>
    </>
  )
}

function ConsentEntry({ of: { channel, state, shownText, source, createdAt }, actor }: { of: Consent; actor: string }) {
  return (
    <Stack
      component="li"
      gap={2}
      pt="sm"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)', overflowWrap: 'anywhere' }}
    >
      <Text size="sm" fw={600}>
        {`${CHANNEL_LABELS[channel]}: ${MARKETING_LABELS[state]}`}
      </Text>
      {shownText ? (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {`“${shownText}”`}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        {`${source}, recorded by ${actor}, `}
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </Text>
    </Stack>
  )
}

function RecordConsentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const record = useRecordConsent(id)
  const [channel, setChannel] = useState<Consent['channel']>('email')
  const [state, setState] = useState<Consent['state']>('subscribed')
  const [source, setSource] = useState('')
  const [shownText, setShownText] = useState('')
  const [trimmedSource, trimmedText] = [source.trim(), shownText.trim()]
  const save = () =>
    record.mutate(
      { channel, state, source: trimmedSource, ...(trimmedText && { shownText: trimmedText }) },
      { onSuccess: onClose },
    )
  return (
    <FormDialog
      title="Record consent"
      mutation={record}
      isReady={trimmedSource !== ''}
      saveLabel="Record consent"
      onSave={save}
      onClose={onClose}
    >
      <ErrorAlert error={record.error} title="Couldn't record the consent" />
      <Text size="sm">The record can't be changed later. The latest entry of a channel applies.</Text>
      <LabelSelect label="Channel" labels={CHANNEL_LABELS} value={channel} onChange={setChannel} data-autofocus />
      <LabelSelect label="Decision" labels={MARKETING_LABELS} value={state} onChange={setState} />
      <TextInput
        label="Source"
        description="Where the customer decided"
        placeholder="Phone call"
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
        error={fieldError(record.error, '/source')}
        maxLength={100}
        autoComplete="off"
      />
      <Textarea
        label="Text shown"
        description="The exact words that the customer read or heard"
        value={shownText}
        onChange={(event) => setShownText(event.currentTarget.value)}
        error={fieldError(record.error, '/shownText')}
        maxLength={5000}
        autosize
        minRows={2}
        maxRows={8}
      />
    </FormDialog>
  )
}
