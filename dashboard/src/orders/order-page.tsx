import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { fullTime } from '../parts/when.tsx'
import { useDesk } from '../shell/desk.ts'
import { OrderBadges } from './badges.tsx'
import { BuyerPart } from './buyer-part.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CaptureDialog } from './capture-dialog.tsx'
import { deedsOf } from './deeds.ts'
import { FulfillDialog } from './fulfill-dialog.tsx'
import { ItemsPart } from './items-part.tsx'
import { SOURCES } from './order-words.ts'
import { type Order, useOrder } from './orders.ts'
import { ParcelsPart } from './parcels-part.tsx'
import { PaymentsPart } from './payments-part.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { StaffForm } from './staff-form.tsx'
import { TimelinePart } from './timeline-part.tsx'

const DIALOGS = { fulfill: FulfillDialog, refund: RefundDialog, cancel: CancelDialog, capture: CaptureDialog }
type Asked = keyof typeof DIALOGS

export function OrderPage() {
  const { id } = useParams({ from: '/shell/sales/orders/$id' })
  return <KnownOrderPage key={id} id={id} />
}

function KnownOrderPage({ id }: { id: string }) {
  const { workspace } = useDesk()
  const order = useOrder(id)
  const [asked, setAsked] = useState<Asked>()
  const [news, setNews] = useState('')
  const { data } = order
  const mayAct = workspace.role !== 'viewer'
  const AskedDialog = asked && DIALOGS[asked]
  return (
    <Page
      title={data ? `Order #${data.number}` : 'Order'}
      back="Orders"
      actions={data && mayAct ? <Deeds of={data} onAsk={setAsked} /> : null}
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
          </Stack>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Stack gap="lg">
                <ItemsPart order={data} />
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
          onClose={(words = '') => {
            setAsked(undefined)
            setNews(words)
          }}
        />
      ) : null}
    </Page>
  )
}

function Deeds({ of: order, onAsk }: { of: Order; onAsk: (deed: Asked) => void }) {
  const { canFulfill, canCapture, canRefund, canCancel } = deedsOf(order)
  return (
    <Group gap="xs">
      {canCapture ? <Button onClick={() => onAsk('capture')}>Capture</Button> : null}
      {canFulfill ? (
        <Button variant={canCapture ? 'default' : 'filled'} onClick={() => onAsk('fulfill')}>
          Send
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
