import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { CodesSection } from './codes-section.tsx'
import { PromotionStatusBadge } from './promotion-display.tsx'
import { PromotionForm } from './promotion-form.tsx'
import { formatBenefit } from './promotion-labels.ts'
import { type Promotion, useDeletePromotion, usePromotion } from './promotions.ts'
import { UsesSection } from './uses-section.tsx'

export function PromotionPage() {
  const { id } = useParams({ from: '/shell/sales/promotions/$id' })
  return <PromotionDetails key={id} id={id} />
}

function PromotionDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const promotion = usePromotion(id)
  const settings = useWorkspaceSettings()
  const [isDeleting, setIsDeleting] = useState(false)
  const canEdit = workspace.role !== 'viewer'
  const { data } = promotion
  const currency = settings.data?.currency
  return (
    <Page
      title={data?.title ?? 'Discount'}
      {...(data && currency && { about: `${formatBenefit(data.benefit, currency)}.` })}
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

export function DeletePromotionDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const { id, title, trigger } = promotion
  const navigate = useNavigate()
  const remove = useDeletePromotion(id, () => navigate({ to: '/sales/promotions', ignoreBlocker: true }))
  return (
    <ConfirmDelete
      name={title}
      consequence={`Carts lose the discount immediately${trigger === 'code' ? ', and its codes are deleted' : ''}. Existing orders keep it.`}
      mutation={remove}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
