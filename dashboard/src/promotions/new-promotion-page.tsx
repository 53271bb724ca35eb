import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { Page } from '../ui/page.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { NEW_PROMOTION, type SectionProps, toPromotionInput, validatePromotion } from './promotion-fields.ts'
import { fieldLabel } from './promotion-labels.ts'
import { GeneralSection, PromotionSections } from './promotion-sections.tsx'
import { type PromotionTrigger, promotions } from './promotions.ts'

export function NewPromotionPage() {
  const { workspace } = useWorkspace()
  const settings = useWorkspaceSettings()
  const canEdit = workspace.role !== 'viewer'
  return (
    <Page title="Create discount" back="Discounts">
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {settings.isPending ? <Loading what="form" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the form" onRetry={() => void settings.refetch()} />
      {settings.data && canEdit ? <NewPromotionForm currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewPromotionForm({ currency }: { currency: string }) {
  const [trigger, setTrigger] = useState<PromotionTrigger>('automatic')
  const [fields, setFields] = useState(NEW_PROMOTION)
  const create = promotions.useCreate()
  const navigate = useNavigate()
  const validationError = validatePromotion(fields, currency)
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
    create.mutate(
      { ...toPromotionInput(fields, currency), trigger },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/sales/discounts/$id', params: { id }, replace: true, ignoreBlocker: true }),
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!validationError && !create.isPending) submit()
      }}
    >
      <UnsavedGuard isDirty={fields !== NEW_PROMOTION && !create.isSuccess} />
      <Stack gap="lg">
        <GeneralSection {...sectionProps}>
          <TriggerInput value={trigger} onChange={setTrigger} />
        </GeneralSection>
        <PromotionSections {...sectionProps} />
        <ErrorAlert error={withLabeledDetails(create.error, fieldLabel)} title="Couldn't create the discount" />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {validationError}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/sales/discounts" {...props} />}>
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

function TriggerInput({ value, onChange }: { value: PromotionTrigger; onChange: (trigger: PromotionTrigger) => void }) {
  return (
    <Radio.Group
      label="Method"
      description="You can't change this after you create the discount."
      value={value}
      onChange={(selected) => onChange(selected === 'code' ? 'code' : 'automatic')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="automatic" label="Automatic discount" description="Applies to every eligible cart." />
        <Radio value="code" label="Discount code" description="You add codes in the next step." />
      </Stack>
    </Radio.Group>
  )
}
