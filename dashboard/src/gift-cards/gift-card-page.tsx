import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Fact } from '../parts/fact.tsx'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { moneyInWords } from '../parts/money.ts'
import { Page } from '../parts/page.tsx'
import { Day } from '../parts/when.tsx'
import { Expiry, StatusBadge } from './card-facts.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { DetailsForm } from './details-form.tsx'
import { nameOf } from './gift-card-words.ts'
import { type GiftCard, useGiftCard } from './gift-cards.ts'
import { LedgerPart } from './ledger-part.tsx'

export function GiftCardPage() {
  const { id } = useParams({ from: '/shell/sales/gift-cards/$id' })
  return <KnownGiftCardPage key={id} id={id} />
}

function KnownGiftCardPage({ id }: { id: string }) {
  const { workspace } = useDesk()
  const card = useGiftCard(id)
  const [asked, setAsked] = useState<'credit' | 'deactivate'>()
  const [news, setNews] = useState('')
  const { data } = card
  const close = (words = '') => {
    setAsked(undefined)
    setNews(words)
  }
  return (
    <Page
      title={data ? `Gift card ${nameOf(data)}` : 'Gift card'}
      back="Gift cards"
      actions={data && manages(workspace.role) ? <Deeds of={data} onAsk={setAsked} /> : null}
    >
      <Live>{news ? <Alert color="green">{news}</Alert> : null}</Live>
      {card.isPending ? <Loading what="the gift card" /> : null}
      <Failure error={card.error} title="The gift card can't be shown" onRetry={() => void card.refetch()} />
      {data ? (
        <Stack gap="lg">
          <Facts of={data} />
          {data.status !== 'active' && data.balance.amount > 0 ? (
            <Alert color="yellow" title="A refund came back to this card">
              It can’t be spent any more, but you owe it: issue a new card over the amount and deactivate this one,
              which books it out.
            </Alert>
          ) : null}
          <DetailsForm card={data} mayChange={workspace.role !== 'viewer'} />
          <LedgerPart id={id} />
        </Stack>
      ) : null}
      {data && asked === 'credit' ? <CreditDialog card={data} onClose={close} /> : null}
      {data && asked === 'deactivate' ? <DeactivateDialog card={data} onClose={close} /> : null}
    </Page>
  )
}

function Deeds({ of: card, onAsk }: { of: GiftCard; onAsk: (deed: 'credit' | 'deactivate') => void }) {
  const isOver = card.status === 'deactivated' && card.balance.amount === 0
  return (
    <Group gap="xs">
      {card.status === 'active' ? <Button onClick={() => onAsk('credit')}>Put money on it</Button> : null}
      {isOver ? null : (
        <Button variant="outline" color="red" onClick={() => onAsk('deactivate')}>
          Deactivate
        </Button>
      )}
    </Group>
  )
}

function Facts({ of: card }: { of: GiftCard }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 5 }}>
      <Fact name="Balance">
        <Text fw={700} size="lg" lh={1.2}>
          {moneyInWords(card.balance)}
        </Text>
      </Fact>
      <Fact name="Status">
        <StatusBadge of={card} />
      </Fact>
      <Fact name="Issued for">{moneyInWords(card.initialAmount)}</Fact>
      <Fact name="Issued">
        <Day at={card.createdAt} />
      </Fact>
      <Fact name="Ends">
        <Expiry of={card} />
      </Fact>
    </SimpleGrid>
  )
}
