import { MultiSelect, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EVENT_TYPES } from '../generated/event-types.ts'
import { useWorkspace } from '../session.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError, fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { ALL_EVENTS } from './webhook-labels.ts'
import { type Endpoint, endpoints, type NewEndpoint, useCreateEndpoint } from './webhooks.ts'

interface AddProps {
  onClose: () => void
  onCreated: (created: { secret: string }) => void
}

export function EndpointDialog({ onClose, onCreated }: AddProps) {
  const create = useCreateEndpoint()
  const form = useEndpointFields()
  return (
    <FormDialog
      title="Add endpoint"
      size="lg"
      mutation={create}
      isReady={form.isReady}
      saveLabel="Add endpoint"
      onSave={() => create.mutate(form.toRequest(), { onSuccess: onCreated })}
      onClose={onClose}
    >
      <EndpointFields {...form} error={create.error} />
      <ErrorAlert error={labeled(create.error)} title="Couldn't add the endpoint" />
    </FormDialog>
  )
}

interface EditProps {
  of: Endpoint
  onClose: () => void
  onSaved: () => void
}

export function EditEndpointDialog({ of, onClose, onSaved }: EditProps) {
  const update = endpoints.useUpdate(of.id, { version: of.version })
  const form = useEndpointFields(of)
  return (
    <FormDialog
      title="Edit endpoint"
      size="lg"
      mutation={update}
      isReady={form.isReady}
      saveLabel="Save"
      onSave={() =>
        update.mutate({ ...form.toRequest(), active: form.values.isActive }, { onSuccess: () => onSaved() })
      }
      onClose={onClose}
    >
      <EndpointFields {...form} error={update.error} />
      <Switch
        label="Active"
        description="An inactive endpoint gets no events. You can resend them later."
        checked={form.values.isActive}
        onChange={(event) => form.set({ isActive: event.currentTarget.checked })}
      />
      <ErrorAlert error={labeled(update.error)} title="Couldn't save the endpoint" />
    </FormDialog>
  )
}

const LABELS: Record<string, string> = { '/url': 'Endpoint URL', '/description': 'Description', '/events': 'Events' }

const labeled = (error: Error | null) => withLabeledDetails(error, (path) => LABELS[path] ?? path)

function useEndpointFields(of?: Endpoint) {
  const [values, setValues] = useState({
    url: of?.url ?? '',
    description: of?.description ?? '',
    hasAll: of?.events.includes(ALL_EVENTS) ?? true,
    chosen: EVENT_TYPES.filter((type) => of?.events.includes(type)),
    isActive: of?.active ?? true,
  })
  return {
    values,
    set: (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes })),
    isReady: values.url.trim() !== '' && (values.hasAll || values.chosen.length > 0),
    toRequest: (): NewEndpoint => ({
      url: values.url.trim(),
      description: values.description.trim(),
      events: values.hasAll ? [ALL_EVENTS] : values.chosen,
    }),
  }
}

/** Types by what they are about: `order.created` belongs to `order`. */
const EVENT_OPTIONS = Object.entries(Object.groupBy(EVENT_TYPES, (type) => type.slice(0, type.indexOf('.')))).map(
  ([group, items = []]) => ({ group, items: [...items] }),
)

function EndpointFields({ values, set, error }: ReturnType<typeof useEndpointFields> & { error: Error | null }) {
  const isSandbox = useWorkspace().mode === 'test'
  return (
    <>
      <TextInput
        label="Endpoint URL"
        description={`Storedesk sends POST requests to it. It must be public${isSandbox ? '' : ' and use HTTPS'}.`}
        type="url"
        placeholder="https://example.com/webhooks"
        value={values.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={fieldError(error, '/url')}
        maxLength={2000}
        required
        withAsterisk={false}
        data-autofocus
      />
      <TextInput
        label="Description"
        description="Optional. What the endpoint is for."
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={fieldError(error, '/description')}
        maxLength={200}
      />
      <Radio.Group
        label="Events"
        value={values.hasAll ? 'all' : 'chosen'}
        onChange={(value) => set({ hasAll: value === 'all' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All events" description="Also those that future versions add." />
          <Radio value="chosen" label="Selected events" />
        </Stack>
      </Radio.Group>
      {values.hasAll ? null : (
        <MultiSelect
          label="Event types"
          placeholder={values.chosen.length === 0 ? 'Search, for example order' : ''}
          data={EVENT_OPTIONS}
          value={values.chosen}
          onChange={(chosen) => set({ chosen: EVENT_TYPES.filter((type) => chosen.includes(type)) })}
          error={fieldErrorUnder(error, '/events')}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage="No event types found"
          maxDropdownHeight={280}
          clearButtonProps={{ 'aria-label': 'Clear event types' }}
        />
      )}
    </>
  )
}
