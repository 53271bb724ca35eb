import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { draftNameOf, EMPTY_DRAFT, obstacleIn, shippingAddressIn, wishIn } from './draft-fields.ts'
import { DraftForm } from './draft-form.tsx'
import { useNewDraft } from './drafts.ts'

export function NewDraftPage() {
  const { workspace } = useDesk()
  const settings = useWorkspaceSettings()
  const mayAct = workspace.role !== 'viewer'
  return (
    <Page
      title="New draft order"
      back="Orders"
      about="For what was agreed by phone, by mail or in the shop. It holds no stock and nobody is told until you make it an order."
    >
      {mayAct ? null : <Alert color="blue">Your role here is viewer: you can look but not change.</Alert>}
      {settings.isPending ? <Loading what="the form" /> : null}
      <Failure error={settings.error} title="The form can't be shown" onRetry={() => void settings.refetch()} />
      {settings.data && mayAct ? <NewDraft currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewDraft({ currency }: { currency: string }) {
  const [fields, setFields] = useState(EMPTY_DRAFT)
  const create = useNewDraft()
  const navigate = useNavigate()
  const obstacle = obstacleIn(fields, currency)
  const email = fields.email.trim()
  const shippingAddress = shippingAddressIn(fields)
  const submit = () =>
    create.mutate(
      {
        body: {
          kind: 'draft',
          currency,
          ...wishIn(fields, currency),
          ...(email && { email }),
          ...(shippingAddress && { shippingAddress }),
        },
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
        if (!obstacle && !create.isPending) submit()
      }}
    >
      <UnsavedGuard isEdited={fields !== EMPTY_DRAFT && !create.isSuccess} />
      <Stack gap="lg">
        <DraftForm
          fields={fields}
          currency={currency}
          onEdit={(changes) => {
            create.reset()
            setFields((known) => ({ ...known, ...changes }))
          }}
          error={create.error}
        />
        <Failure error={toldPlainly(create.error, draftNameOf(fields))} title="The draft was not saved" />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {obstacle}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/sales/orders" {...props} />}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={obstacle !== undefined}>
            Save the draft
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
