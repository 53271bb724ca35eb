import { Alert, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { segments } from '../customers/segments.ts'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { Page } from '../ui/page.tsx'
import { keysOf } from '../ui/records.ts'
import { filterOptions } from '../ui/select-options.ts'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { fieldLabel } from './condition-labels.ts'
import {
  newSegmentFields,
  type SectionProps,
  toSegmentFields,
  toSegmentInput,
  validateSegment,
} from './segment-fields.ts'
import { ConditionsSection, NameSection } from './segment-sections.tsx'
import { TEMPLATE_LABELS, TEMPLATES } from './templates.ts'

export function NewSegmentPage() {
  const { workspace } = useWorkspace()
  const settings = useWorkspaceSettings()
  const canEdit = workspace.role !== 'viewer'
  return (
    <Page title="Create segment" back="Segments">
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {settings.isPending ? <Loading what="form" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the form" onRetry={() => void settings.refetch()} />
      {settings.data && canEdit ? <NewSegmentForm currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewSegmentForm({ currency }: { currency: string }) {
  const [initial] = useState(newSegmentFields)
  const [fields, setFields] = useState(initial)
  const create = segments.useCreate()
  const navigate = useNavigate()
  const validationError = validateSegment(fields, currency)
  const sectionProps: SectionProps = {
    fields,
    edit: (changes) => {
      create.reset()
      setFields((current) => ({ ...current, ...changes }))
    },
    readOnly: false,
    currency,
    errorAt: (path) => fieldErrorUnder(create.error, path),
  }
  const submit = () =>
    create.mutate(toSegmentInput(fields, currency), {
      onSuccess: ({ id }) =>
        void navigate({ to: '/sales/segments/$id', params: { id }, replace: true, ignoreBlocker: true }),
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!validationError && !create.isPending) submit()
      }}
    >
      <UnsavedGuard isDirty={fields !== initial && !create.isSuccess} />
      <Stack gap="lg">
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <TemplateSelect {...sectionProps} />
        </Paper>
        <NameSection {...sectionProps} />
        <ConditionsSection {...sectionProps} />
        <ErrorAlert error={withLabeledDetails(create.error, fieldLabel)} title="Couldn't create the segment" />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {validationError}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/sales/segments" {...props} />}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={validationError !== undefined}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function TemplateSelect({ edit, currency }: SectionProps) {
  const [selected, setSelected] = useState('')
  return (
    <NativeSelect
      label="Template"
      description="Fills in the form. RFM groups compare how recently, how often and how much customers buy; they are updated every night."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={filterOptions(TEMPLATE_LABELS, 'None')}
      value={selected}
      onChange={(event) => {
        const name = event.currentTarget.value
        setSelected(name)
        const key = keysOf(TEMPLATES).find((one) => one === name)
        edit(key ? toSegmentFields(TEMPLATES[key], currency) : newSegmentFields())
      }}
    />
  )
}
