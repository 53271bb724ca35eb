import { Alert, Anchor, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { fullTime } from '../parts/when.tsx'
import { OrderBadges } from './badges.tsx'
import { BuyerPart } from './buyer-part.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CaptureDialog } from './capture-dialog.tsx'
import { deedsOf, type RefundFields } from './deeds.ts'
import { DraftPage } from './draft-page.tsx'
import { FulfillDialog } from './fulfill-dialog.tsx'
import { ItemsPart } from './items-part.tsx'
import { SOURCES } from './order-words.ts'
import { type Order, useOrder } from './orders.ts'
import { ParcelsPart } from './parcels-part.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { PaymentsPart } from './payments-part.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { useReturns } from './returns.ts'
import { ReturnsPart } from './returns-part.tsx'
import { StaffForm } from './staff-form.tsx'
import { TimelinePart } from './timeline-part.tsx'

const DIALOGS = {
  fulfill: FulfillDialog,
  payment: PaymentDialog,
  refund: RefundDialog,
  cancel: CancelDialog,
  capture: CaptureDialog,
}
type Asked = keyof typeof DIALOGS

export function OrderPage() {
  const { id } = useParams({ from: '/shell/sales/orders/$id' })
  return <KnownOrderPage key={id} id={id} />
}

function KnownOrderPage({ id }: { id: string }) {
  const { workspace } = useDesk()
  const order = useOrder(id)
  const returns = useReturns(id)
  const [asked, setAsked] = useState<Asked>()
  const [start, setStart] = useState<Partial<RefundFields>>()
  const [news, setNews] = useState('')
  const { data } = order
  const mayAct = workspace.role !== 'viewer'
  const AskedDialog = asked && DIALOGS[asked]
  const ask = (deed: Asked, filled?: Partial<RefundFields>) => {
    setStart(filled)
    setAsked(deed)
  }
  if (data?.status === 'draft') return <DraftPage order={data} mayAct={mayAct} onNews={setNews} />
  return (
    <Page
      title={data ? `Order #${data.number}` : 'Order'}
      back="Orders"
      actions={data && mayAct ? <Deeds of={data} onAsk={ask} /> : null}
    >
      <Live>{news ? <Alert color="green">{news}</Alert> : null}</Live>
      {order.isPending ? <Loading what="the order" /> : null}
      <Failure error={order.error} title="The order can't be shown" onRetry={() => void order.refetch()} />
      {data ? (
        <>
          <Stack gap={6}>
            <OrderBadges of={data} />
            <Text size="sm" c="dimmed">
              {`Placed ${fullTime(data.placedAt)} by way of ${SOURCES[data.source]}`}
            </Text>
            {data.exchangeOf ? <ExchangeOf order={data.exchangeOf} /> : null}
          </Stack>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Stack gap="lg">
                <ItemsPart order={data} />
                <ReturnsPart
                  order={data}
                  returns={returns}
                  mayAct={mayAct}
                  onNews={setNews}
                  onRefund={(filled) => ask('refund', filled)}
                />
                <PaymentsPart order={data} />
                <ParcelsPart order={data} mayAct={mayAct} onNews={setNews} />
                <TimelinePart id={id} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="lg">
                <BuyerPart order={data} />
                <StaffForm order={data} mayChange={mayAct} />
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      ) : null}
      {data && AskedDialog ? (
        <AskedDialog
          order={data}
          returns={returns.data?.pages.flatMap(({ data }) => data) ?? []}
          start={start}
          onClose={(words = '') => {
            setAsked(undefined)
            setNews(words)
          }}
        />
      ) : null}
    </Page>
  )
}

function ExchangeOf({ order: { orderId, number } }: { order: NonNullable<Order['exchangeOf']> }) {
  return (
    <Text size="sm">
      {'Goes out for what comes back of '}
      <Anchor size="sm" renderRoot={(rest) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...rest} />}>
        {`order #${number}`}
      </Anchor>
    </Text>
  )
}

function Deeds({ of: order, onAsk }: { of: Order; onAsk: (deed: Asked) => void }) {
  const { canFulfill, canCapture, canNotePayment, canRefund, canCancel } = deedsOf(order)
  return (
    <Group gap="xs">
      {canCapture ? <Button onClick={() => onAsk('capture')}>Capture</Button> : null}
      {canFulfill ? (
        <Button variant={canCapture ? 'default' : 'filled'} onClick={() => onAsk('fulfill')}>
          Send
        </Button>
      ) : null}
      {canNotePayment ? (
        <Button variant="default" onClick={() => onAsk('payment')}>
          Note a payment
        </Button>
      ) : null}
      {canRefund ? (
        <Button variant="default" onClick={() => onAsk('refund')}>
          Refund
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="outline" color="red" onClick={() => onAsk('cancel')}>
          Cancel the order
        </Button>
      ) : null}
    </Group>
  )
}
