import { defineSubscriber } from '../../events/subscriber.ts'
import { alertDispute, alertFailedRefund, alertFraudWarning, alertShipment } from './payment-alerts.ts'

const disputes = defineSubscriber({
  name: 'payment-alerts.dispute',
  on: ['payment.disputed'],
  run: (ctx, { id, data }) => alertDispute(ctx, id, data),
})

const fraudWarnings = defineSubscriber({
  name: 'payment-alerts.fraud-warning',
  on: ['payment.fraud_warning'],
  run: (ctx, { id, data }) => alertFraudWarning(ctx, id, data),
})

const failedRefunds = defineSubscriber({
  name: 'payment-alerts.refund-failed',
  on: ['order.refund_failed'],
  run: (ctx, { id, data }) => alertFailedRefund(ctx, id, data),
})

const shipments = defineSubscriber({
  name: 'payment-alerts.shipment',
  on: ['order.tracking_updated'],
  run: (ctx, { id, data }) => alertShipment(ctx, id, data),
})

export const paymentAlertSubscribers = [disputes, fraudWarnings, failedRefunds, shipments]
