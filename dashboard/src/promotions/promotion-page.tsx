import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useSegmentNames } from '../customers/segments.ts'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { CodesSection } from './codes-section.tsx'
import { type SectionProps, toPromotionChanges, toPromotionFields, validatePromotion } from './promotion-fields.ts'
import { fieldLabel, formatPromotion } from './promotion-labels.ts'
import { PromotionStatusBadge } from './promotion-list.tsx'
import { GeneralSection, PromotionSections } from './promotion-sections.tsx'
import { type Promotion, promotions } from './promotions.ts'
import { UsesSection } from './uses-section.tsx'

export function PromotionPage() {
  const { id } = useParams({ from: '/shell/sales/discounts/$id' })
  return <PromotionDetails key={id} id={id} />
}

function PromotionDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const promotion = promotions.useOne(id)
  const settings = useWorkspaceSettings()
  const segmentNames = useSegmentNames()
  const [isDeleting, setIsDeleting] = useState(false)
  const canEdit = workspace.role !== 'viewer'
  const { data } = promotion
  const currency = settings.data?.currency
  return (
    <Page
      title={data?.title ?? 'Discount'}
      {...(data && currency && { about: `${formatPromotion(data, currency, segmentNames)}.` })}
      back="Discounts"
    >
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {promotion.isPending || settings.isPending ? <Loading what="discount" /> : null}
      <ErrorAlert
        error={promotion.error ?? settings.error}
        title="Couldn't load the discount"
        onRetry={() => void promotion.refetch()}
      />
      {data && currency ? (
        <Stack gap="lg">
          <PromotionSummary of={data} />
          {data.trigger === 'code' ? <CodesSection id={id} canEdit={canEdit} /> : null}
          <PromotionForm promotion={data} currency={currency} canEdit={canEdit} />
          <UsesSection id={id} />
          {canEdit ? (
            <Group>
              <Button variant="outline" color="red" onClick={() => setIsDeleting(true)}>
                Delete discount
              </Button>
            </Group>
          ) : null}
          {isDeleting ? <DeletePromotionDialog promotion={data} onClose={() => setIsDeleting(false)} /> : null}
        </Stack>
      ) : null}
    </Page>
  )
}

function PromotionSummary({ of: promotion }: { of: Promotion }) {
  const spent = promotion.spent.filter(({ amount }) => amount > 0).map(formatMoney)
  const discountTotal = spent.length > 0 ? `, ${spent.join(' and ')} discounted in total` : ''
  return (
    <Group gap="md">
      <PromotionStatusBadge of={promotion} />
      <Text size="sm">{`${formatUses(promotion)}${discountTotal}.`}</Text>
    </Group>
  )
}

function formatUses({ usageCount, usageLimit }: Promotion): string {
  if (usageCount === 0) return usageLimit === null ? 'Not used yet' : `Used 0 of ${usageLimit} times`
  return usageLimit === null
    ? `Used ${usageCount === 1 ? 'once' : `${usageCount} times`}`
    : `Used ${usageCount} of ${usageLimit} times`
}

interface PromotionFormProps {
  promotion: Promotion
  currency: string
  canEdit: boolean
}

const TRIGGER_DESCRIPTIONS = {
  automatic: 'Applies automatically to every eligible cart.',
  code: 'Applies to carts with one of its codes.',
} as const

function PromotionForm({ promotion, currency, canEdit }: PromotionFormProps) {
  const saved = toPromotionFields(promotion, currency)
  const update = promotions.useUpdate(promotion.id, { version: promotion.version })
  const draft = useSavedFormDraft(saved, update)
  const { fields } = draft
  const sectionProps: SectionProps = {
    fields,
    edit: draft.edit,
    readOnly: !canEdit,
    currency,
    errorAt: (path) => fieldErrorUnder(update.error, path),
  }
  const save = () =>
    update.mutate(toPromotionChanges(fields, saved, currency), {
      onSuccess: (updated) => draft.markSaved(fields, toPromotionFields(updated, currency)),
    })
  return (
    <SaveForm
      what="this discount"
      errorTitle="Couldn't save the discount"
      draft={draft}
      mutation={update}
      error={withLabeledDetails(update.error, fieldLabel)}
      canEdit={canEdit}
      validationError={validatePromotion(fields, currency)}
      onSave={save}
    >
      <GeneralSection {...sectionProps}>
        <Text size="sm">{TRIGGER_DESCRIPTIONS[promotion.trigger]}</Text>
      </GeneralSection>
      <PromotionSections {...sectionProps} />
    </SaveForm>
  )
}

function DeletePromotionDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const { id, title, trigger } = promotion
  const navigate = useNavigate()
  // Leaves first: a page that still shows the promotion would read it again.
  const remove = promotions.useDelete(id, {
    onSuccess: () => navigate({ to: '/sales/discounts', ignoreBlocker: true }),
  })
  return (
    <ConfirmDelete
      name={title}
      consequence={`Carts lose the discount immediately${trigger === 'code' ? ', and its codes are deleted' : ''}. Existing orders keep it.`}
      mutation={remove}
      onDelete={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
