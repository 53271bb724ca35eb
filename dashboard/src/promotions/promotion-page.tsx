import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { moneyInWords } from '../parts/money.ts'
import { Page } from '../parts/page.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { CodesPart } from './codes-part.tsx'
import { DeletePromotionDialog } from './delete-promotion-dialog.tsx'
import { StatusBadge } from './promotion-facts.tsx'
import { PromotionForm } from './promotion-form.tsx'
import { benefitInWords } from './promotion-words.ts'
import { type Promotion, usePromotion } from './promotions.ts'
import { UsesPart } from './uses-part.tsx'

export function PromotionPage() {
  const { id } = useParams({ from: '/shell/sales/promotions/$id' })
  return <KnownPromotionPage key={id} id={id} />
}

function KnownPromotionPage({ id }: { id: string }) {
  const { workspace } = useDesk()
  const promotion = usePromotion(id)
  const settings = useWorkspaceSettings()
  const [isDeleting, setIsDeleting] = useState(false)
  const mayChange = workspace.role !== 'viewer'
  const { data } = promotion
  const currency = settings.data?.currency
  return (
    <Page
      title={data?.title ?? 'Promotion'}
      {...(data && currency && { about: `${benefitInWords(data.benefit, currency)}.` })}
      back="Promotions"
    >
      {mayChange ? null : <Alert color="blue">Your role here is viewer: you can look but not change.</Alert>}
      {promotion.isPending || settings.isPending ? <Loading what="the promotion" /> : null}
      <Failure
        error={promotion.error ?? settings.error}
        title="The promotion can't be shown"
        onRetry={() => void promotion.refetch()}
      />
      {data && currency ? (
        <Stack gap="lg">
          <Facts of={data} />
          {data.trigger === 'code' ? <CodesPart id={id} mayChange={mayChange} /> : null}
          <PromotionForm promotion={data} currency={currency} mayChange={mayChange} />
          <UsesPart id={id} />
          {mayChange ? (
            <Group>
              <Button variant="outline" color="red" onClick={() => setIsDeleting(true)}>
                Delete the promotion
              </Button>
            </Group>
          ) : null}
          {isDeleting ? <DeletePromotionDialog promotion={data} onClose={() => setIsDeleting(false)} /> : null}
        </Stack>
      ) : null}
    </Page>
  )
}

function Facts({ of: promotion }: { of: Promotion }) {
  const spent = promotion.spent.filter(({ amount }) => amount > 0).map(moneyInWords)
  const given = spent.length > 0 ? `, ${spent.join(' and ')} given in all` : ''
  return (
    <Group gap="md">
      <StatusBadge of={promotion} />
      <Text size="sm">{`${timesInWords(promotion)}${given}.`}</Text>
    </Group>
  )
}

function timesInWords({ used, usageLimit }: Promotion): string {
  if (used === 0) return usageLimit === null ? 'Not used yet' : `None of ${usageLimit} uses taken`
  return usageLimit === null ? `Used ${used === 1 ? 'once' : `${used} times`}` : `Used ${used} of ${usageLimit} times`
}
