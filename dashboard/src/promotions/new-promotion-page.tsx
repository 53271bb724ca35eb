import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { AboutPart } from './about-part.tsx'
import { faultBelow, labelOf } from './faults-below.ts'
import { FormParts } from './form-parts.tsx'
import { NEW_FIELDS, obstacleIn, type PartProps, toBody } from './promotion-fields.ts'
import { type Trigger, useCreatePromotion } from './promotions.ts'

export function NewPromotionPage() {
  const { workspace } = useDesk()
  const settings = useWorkspaceSettings()
  const mayChange = workspace.role !== 'viewer'
  return (
    <Page title="New promotion" back="Promotions">
      {mayChange ? null : <Alert color="blue">Your role here is viewer: you can look but not change.</Alert>}
      {settings.isPending ? <Loading what="the form" /> : null}
      <Failure error={settings.error} title="The form can't be shown" onRetry={() => void settings.refetch()} />
      {settings.data && mayChange ? <NewPromotionForm currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewPromotionForm({ currency }: { currency: string }) {
  const [trigger, setTrigger] = useState<Trigger>('automatic')
  const [fields, setFields] = useState(NEW_FIELDS)
  const create = useCreatePromotion()
  const navigate = useNavigate()
  const obstacle = obstacleIn(fields, currency)
  const part: PartProps = {
    fields,
    edit: (changes) => {
      create.reset()
      setFields((known) => ({ ...known, ...changes }))
    },
    readOnly: false,
    currency,
    faultOf: (path) => faultBelow(create.error, path),
  }
  const send = () =>
    create.mutate(
      { ...toBody(fields, currency), trigger },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/sales/promotions/$id', params: { id }, replace: true, ignoreBlocker: true }),
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!obstacle && !create.isPending) send()
      }}
    >
      <UnsavedGuard isEdited={fields !== NEW_FIELDS && !create.isSuccess} />
      <Stack gap="lg">
        <AboutPart {...part}>
          <TriggerChoice value={trigger} onChange={setTrigger} />
        </AboutPart>
        <FormParts {...part} />
        <Failure error={toldPlainly(create.error, labelOf)} title="The promotion was not made" />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {obstacle}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/sales/promotions" {...props} />}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={obstacle !== undefined}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function TriggerChoice({ value, onChange }: { value: Trigger; onChange: (trigger: Trigger) => void }) {
  return (
    <Radio.Group
      label="Who gets it"
      description="This stays as it is once the promotion is made."
      value={value}
      onChange={(chosen) => onChange(chosen as Trigger)}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="automatic" label="Everybody, by itself" description="It applies to every cart that fits." />
        <Radio value="code" label="Who gives a code" description="You add the codes in the next step." />
      </Stack>
    </Radio.Group>
  )
}
