import { Alert, Anchor, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { OrderBadges } from './badges.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DraftPage } from './drafts/draft-page.tsx'
import { EditContactDialog } from './edit-contact-dialog.tsx'
import { FulfillDialog } from './fulfillments/fulfill-dialog.tsx'
import { FulfillmentsSection } from './fulfillments/fulfillments-section.tsx'
import { ItemsSection } from './items-section.tsx'
import { allowedActions, type RefundFields } from './order-actions.ts'
import { addressLines, SOURCE_LABELS } from './order-labels.ts'
import { type Address, type Order, orders } from './orders.ts'
import { CaptureDialog } from './payments/capture-dialog.tsx'
import { PaymentsSection } from './payments/payments-section.tsx'
import { RecordPaymentDialog } from './payments/record-payment-dialog.tsx'
import { RefundDialog } from './payments/refund-dialog.tsx'
import { PrintMenu } from './print-menu.tsx'
import { useReturns } from './returns/returns.ts'
import { ReturnsSection } from './returns/returns-section.tsx'
import { StaffForm } from './staff-form.tsx'
import { TimelineSection } from './timeline-section.tsx'

const DIALOGS = {
  fulfill: FulfillDialog,
  payment: RecordPaymentDialog,
  refund: RefundDialog,
  cancel: CancelDialog,
  capture: CaptureDialog,
}
type DialogName = keyof typeof DIALOGS

export function OrderPage() {
  const { id } = useParams({ from: '/shell/sales/orders/$id' })
  return <OrderDetails key={id} id={id} />
}

function OrderDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const order = orders.useOne(id)
  const returns = useReturns(id)
  const [dialog, setDialog] = useState<DialogName>()
  const [refundFields, setRefundFields] = useState<Partial<RefundFields>>()
  const [message, setMessage] = useState('')
  const { data } = order
  const canEdit = workspace.role !== 'viewer'
  const ActiveDialog = dialog && DIALOGS[dialog]
  const openDialog = (name: DialogName, fields?: Partial<RefundFields>) => {
    setRefundFields(fields)
    setDialog(name)
  }
  if (data?.status === 'draft') return <DraftPage order={data} canEdit={canEdit} onMessage={setMessage} />
  return (
    <Page
      title={data ? `Order #${data.number}` : 'Order'}
      back="Orders"
      actions={
        data ? (
          <Group gap="xs">
            {canEdit ? <OrderActions order={data} onOpen={openDialog} /> : null}
            <PrintMenu order={data} />
          </Group>
        ) : null
      }
    >
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      {order.isPending ? <Loading what="the order" /> : null}
      <ErrorAlert error={order.error} title="Couldn't load the order" onRetry={() => void order.refetch()} />
      {data ? (
        <>
          <Stack gap={6}>
            <OrderBadges order={data} />
            <Text size="sm" c="dimmed">
              {`Placed ${formatDateTime(data.placedAt)} from ${SOURCE_LABELS[data.source]}`}
            </Text>
            {data.exchangeOf ? <ExchangeNotice order={data.exchangeOf} /> : null}
          </Stack>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Stack gap="lg">
                <ItemsSection order={data} />
                <ReturnsSection
                  order={data}
                  returns={returns}
                  canEdit={canEdit}
                  onMessage={setMessage}
                  onRefund={(fields) => openDialog('refund', fields)}
                />
                <PaymentsSection order={data} />
                <FulfillmentsSection order={data} canEdit={canEdit} onMessage={setMessage} />
                <TimelineSection id={id} canEdit={canEdit} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="lg">
                <CustomerSection order={data} canEdit={canEdit} />
                <StaffForm order={data} canEdit={canEdit} />
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      ) : null}
      {data && ActiveDialog ? (
        <ActiveDialog
          order={data}
          returns={returns.data ?? []}
          start={refundFields}
          onClose={(text = '') => {
            setDialog(undefined)
            setMessage(text)
          }}
        />
      ) : null}
    </Page>
  )
}

function ExchangeNotice({ order: { orderId, number } }: { order: NonNullable<Order['exchangeOf']> }) {
  return (
    <Text size="sm">
      {'Exchange for '}
      <Anchor
        underline="always"
        size="sm"
        renderRoot={(rest) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...rest} />}
      >
        {`order #${number}`}
      </Anchor>
    </Text>
  )
}

function OrderActions({ order, onOpen }: { order: Order; onOpen: (name: DialogName) => void }) {
  const { canFulfill, canCapture, canRecordPayment, canRefund, canCancel } = allowedActions(order)
  return (
    <>
      {canCapture ? <Button onClick={() => onOpen('capture')}>Capture payment</Button> : null}
      {canFulfill ? (
        <Button variant={canCapture ? 'default' : 'filled'} onClick={() => onOpen('fulfill')}>
          Fulfill items
        </Button>
      ) : null}
      {canRecordPayment ? (
        <Button variant="default" onClick={() => onOpen('payment')}>
          Mark as paid
        </Button>
      ) : null}
      {canRefund ? (
        <Button variant="default" onClick={() => onOpen('refund')}>
          Refund
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="outline" color="red" onClick={() => onOpen('cancel')}>
          Cancel order
        </Button>
      ) : null}
    </>
  )
}

function CustomerSection({ order, canEdit }: { order: Order; canEdit: boolean }) {
  const [isEditing, setIsEditing] = useState(false)
  const { email, customerId, shippingAddress, billingAddress, shipping, note } = order
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)
  return (
    <Section
      title="Customer"
      action={
        canEdit && order.status !== 'canceled' ? (
          <Button size="xs" variant="default" onClick={() => setIsEditing(true)} aria-label="Edit contact information">
            Edit
          </Button>
        ) : null
      }
    >
      {isEditing ? <EditContactDialog order={order} onClose={() => setIsEditing(false)} /> : null}
      <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
        <Stack gap="sm">
          {(shippingAddress?.name ?? billingAddress?.name) ? (
            <LabeledValue name="Name">{shippingAddress?.name ?? billingAddress?.name}</LabeledValue>
          ) : null}
          <LabeledValue name="Email">{email ?? 'No email'}</LabeledValue>
          {customerId ? (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id: customerId }} {...props} />}
            >
              View customer
            </Anchor>
          ) : null}
          {shippingAddress ? (
            <LabeledValue name={isSame ? 'Shipping and billing address' : 'Shipping address'}>
              <AddressLines of={shippingAddress} />
            </LabeledValue>
          ) : null}
          {billingAddress && !isSame ? (
            <LabeledValue name="Billing address">
              <AddressLines of={billingAddress} />
            </LabeledValue>
          ) : null}
          {shipping ? <LabeledValue name="Shipping method">{shipping.title}</LabeledValue> : null}
          {note ? <LabeledValue name="Customer note">{note}</LabeledValue> : null}
        </Stack>
      </Paper>
    </Section>
  )
}

const AddressLines = ({ of }: { of: Address }) =>
  addressLines(of).map((line) => (
    <span key={line} style={{ display: 'block' }}>
      {line}
    </span>
  ))
