import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../../session.ts'
import { useWorkspaceSettings } from '../../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../../ui/feedback.tsx'
import { withLabeledDetails } from '../../ui/field-errors.ts'
import { Page } from '../../ui/page.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { orders } from '../orders.ts'
import { draftLabelFor, EMPTY_DRAFT, toDraftContents, toShippingAddress, validateDraft } from './draft-fields.ts'
import { DraftForm } from './draft-form.tsx'

export function NewDraftPage() {
  const { workspace } = useWorkspace()
  const settings = useWorkspaceSettings()
  const canEdit = workspace.role !== 'viewer'
  return (
    <Page
      title="Create draft order"
      back="Orders"
      about="For orders agreed by phone, by email or in person. A draft commits no stock and sends no email until you create the order."
    >
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {settings.isPending ? <Loading what="the form" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the form" onRetry={() => void settings.refetch()} />
      {settings.data && canEdit ? <NewDraftForm currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewDraftForm({ currency }: { currency: string }) {
  const [fields, setFields] = useState(EMPTY_DRAFT)
  const create = orders.useCreate()
  const navigate = useNavigate()
  const validationError = validateDraft(fields, currency)
  const email = fields.email.trim()
  const shippingAddress = toShippingAddress(fields)
  const submit = () =>
    create.mutate(
      {
        kind: 'draft',
        currency,
        ...toDraftContents(fields, currency),
        ...(email && { email }),
        ...(shippingAddress && { shippingAddress }),
      },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/sales/orders/$id', params: { id }, replace: true, ignoreBlocker: true }),
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!validationError && !create.isPending) submit()
      }}
    >
      <UnsavedGuard isDirty={fields !== EMPTY_DRAFT && !create.isSuccess} />
      <Stack gap="lg">
        <DraftForm
          fields={fields}
          currency={currency}
          onEdit={(changes) => {
            create.reset()
            setFields((current) => ({ ...current, ...changes }))
          }}
          error={create.error}
        />
        <ErrorAlert error={withLabeledDetails(create.error, draftLabelFor(fields))} title="Couldn't save the draft" />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {validationError}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/sales/orders" {...props} />}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={validationError !== undefined}>
            Save draft
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
