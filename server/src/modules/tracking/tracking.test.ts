import { beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { listEventData } from '../../../test/event-log.ts'
import { handleEvent } from '../../../test/inbound-events.ts'
import { orderEvents, placeOrder, systemCtx } from '../../../test/placed-order.ts'
import { importJugs } from '../../../test/sample-orders.ts'
import type { Provider } from '../../events/inbound-handler.ts'
import type { EventOf, Subscriber } from '../../events/subscriber.ts'
import { emailSubscribers } from '../emails/subscribers.ts'
import { paymentAlertSubscribers } from '../payment-alerts/subscribers.ts'
import { trackingModule } from './module.ts'

const HOUR_MS = 3_600_000
const NOW = Math.floor(Date.now() / 1000) * 1000
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR_MS).toISOString()

let shop: CheckoutShop
beforeAll(async () => {
  shop = await openCheckoutShop()
})

const report = (provider: Provider, body: unknown) =>
  handleEvent(systemCtx(shop), trackingModule.inboundHandlers, provider, body)

let lastNumber = 0
/** An order on its way, with a number that no other has. */
async function ship(more: object = {}) {
  const number = `1Z 999-${++lastNumber}`
  const order = await placeOrder(shop)
  const tracking = { carrier: 'UPS', number, url: 'https://ups.example.com', ...more }
  const { body } = await shop.api.post(`/v1/orders/${order.id}/fulfillments`, { tracking })
  return { orderId: order.id as string, id: body.id as string, code: number.replaceAll(/[ -]/g, '') }
}
const read = async ({ orderId }: { orderId: string }) =>
  (await shop.api.get(`/v1/orders/${orderId}/fulfillments`)).body.data[0]

const easypost = (tracking_code: string, status: string, details: [string, string, string?][] = [], more = {}) => ({
  id: 'evt_1',
  description: 'tracker.updated',
  result: {
    object: 'Tracker',
    tracking_code,
    carrier: 'UPS',
    status,
    updated_at: at(0),
    tracking_details: details.map(([status, datetime, city]) => ({
      status,
      message: `It is ${status}`,
      datetime,
      tracking_location: { city, country: 'AT' },
    })),
    ...more,
  },
})

/** Runs the subscriber for all events, as often as wanted. */
async function runSubscriber(all: Subscriber[], name: string, orderId: string) {
  const subscriber = all.find((one) => one.name === name)
  const { data } = (await shop.api.get('/v1/events?type=order.tracking_updated&limit=100')).body
  for (const event of data.toReversed() as EventOf<'order.tracking_updated'>[]) {
    if (event.data.orderId === orderId) await subscriber?.run(systemCtx(shop), event)
  }
}

async function listTickets(orderId: string) {
  await runSubscriber(paymentAlertSubscribers, 'payment-alerts.shipment', orderId)
  return (await shop.api.get(`/v1/tickets?order=${orderId}`)).body.data
}

async function notifyCustomer(orderId: string) {
  await runSubscriber(emailSubscribers({ send: async () => undefined }), 'emails.notify-tracking', orderId)
  const emails = (await shop.api.get(`/v1/emails?orderId=${orderId}&kind=shipment_update`)).body.data
  return emails.map(({ subject, fulfillmentId }: Record<string, string>) => [subject, fulfillmentId]).toReversed()
}

describe('reports of carriers', () => {
  it.each<[Provider, (code: string) => unknown]>([
    [
      'easypost',
      (code) => easypost(code, 'out_for_delivery', [['in_transit', at(5), 'Wien']], { est_delivery_date: at(-3) }),
    ],
    [
      'shippo',
      (code) => ({
        event: 'track_updated',
        data: {
          carrier: 'ups',
          tracking_number: code,
          eta: at(-3),
          tracking_status: { status: 'TRANSIT', substatus: { code: 'out_for_delivery' }, status_date: at(1) },
          tracking_history: [
            {
              status: 'TRANSIT',
              status_details: 'It is in_transit',
              status_date: at(5),
              location: { city: 'Wien', country: 'AT' },
            },
          ],
        },
      }),
    ],
    [
      'aftership',
      (code) => ({
        event: 'tracking_update',
        ts: Date.parse(at(0)) / 1000,
        msg: {
          tracking_number: code,
          slug: 'ups',
          tag: 'OutForDelivery',
          expected_delivery: at(-3),
          checkpoints: [
            { tag: 'InTransit', message: 'It is in_transit', checkpoint_time: at(5), city: 'Wien', country_name: 'AT' },
          ],
        },
      }),
    ],
  ])('of %s become one status with its history', async (provider, toBody) => {
    const shipment = await ship()
    expect(await read(shipment)).toMatchObject({ trackingStatus: null, trackingEvents: [], estimatedDeliveryAt: null })
    expect(await report(provider, toBody(shipment.code))).toEqual({ status: 'processed' })
    const after = await read(shipment)
    expect(after).toMatchObject({
      status: 'shipped',
      trackingStatus: 'out_for_delivery',
      estimatedDeliveryAt: at(-3),
      trackingEvents: [
        { status: 'out_for_delivery' },
        { status: 'in_transit', message: 'It is in_transit', location: 'Wien, AT', occurredAt: at(5) },
      ],
    })
    expect(await report(provider, toBody(shipment.code))).toEqual({ status: 'processed' })
    expect(await read(shipment)).toEqual(after)
  })

  it('open one ticket for a shipment in trouble, if a carrier is connected that way', async () => {
    const shipment = await ship()
    const fails = (status: string, days: number) =>
      report('easypost', easypost(shipment.code, status, [[status, at(days)]]))
    await fails('failure', 3)
    expect(await listTickets(shipment.orderId)).toEqual([])
    const settings = { ticketOnProblem: true }
    expect((await shop.api.send('PUT', '/v1/connections/easypost', { secret: 's', settings })).status).toBe(200)
    const opened = { priority: 'high', tags: ['shipment-problem'], orderIds: [shipment.orderId], messageCount: 1 }
    expect(await listTickets(shipment.orderId)).toMatchObject([opened])
    await fails('return_to_sender', 1)
    for (let times = 0; times < 2; times++) {
      const [ticket, ...others] = await listTickets(shipment.orderId)
      expect([ticket, others]).toMatchObject([{ ...opened, messageCount: 2 }, []])
      expect(ticket.subject).toMatch(/^Order #\d+: Problem with a shipment$/)
      expect(ticket.lastMessage.preview).toContain('The carrier is returning it to you.')
    }
  })

  it('complete the delivery with the carrier’s time, once, and are never taken back by a late one', async () => {
    const shipment = await ship()
    const delivered = easypost(shipment.code, 'delivered', [
      ['in_transit', at(9)],
      ['delivered', at(2)],
    ])
    const late = easypost(shipment.code, 'in_transit', [['in_transit', at(6)]], { est_delivery_date: at(1) })
    for (const body of [delivered, late, delivered]) await report('easypost', body)
    expect(await read(shipment)).toMatchObject({
      status: 'delivered',
      deliveredAt: at(2),
      trackingStatus: 'delivered',
      estimatedDeliveryAt: null,
      trackingEvents: [{ occurredAt: at(2) }, { occurredAt: at(6) }, { occurredAt: at(9) }],
    })
    expect(await orderEvents(shop, shipment.orderId)).toEqual([
      'order.fulfilled',
      'order.tracking_updated',
      'order.delivered',
    ])
  })

  it('come to the same status concurrently and in any order', async () => {
    const shipment = await ship()
    const statuses = ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered', 'in_transit']
    const bodies = statuses.map((status, index) => easypost(shipment.code, status, [[status, at(20 - index)]]))
    await Promise.all([...bodies.toReversed(), ...bodies].map((body) => report('easypost', body)))
    const { trackingStatus, trackingEvents, status } = await read(shipment)
    expect([trackingStatus, status, trackingEvents.length]).toEqual(['delivered', 'delivered', 5])
    expect((await orderEvents(shop, shipment.orderId)).filter((type) => type === 'order.delivered')).toHaveLength(1)
  })

  it('reach only the shipment with this number and carrier, in this environment', async () => {
    const [ups, post] = [await ship(), await ship({ carrier: 'Post', number: '0815' })]
    const both = await ship({ number: '4711' })
    const twin = await ship({ carrier: 'Austrian Post', number: '4711' })
    expect(await report('easypost', easypost('unknown-1', 'delivered'))).toMatchObject({ status: 'ignored' })
    expect(await report('easypost', { result: { object: 'Batch', id: 'batch_1' } })).toMatchObject({
      status: 'ignored',
    })
    await report('easypost', easypost('4711', 'in_transit'))
    expect([(await read(both)).trackingStatus, (await read(twin)).trackingStatus]).toEqual(['in_transit', null])
    expect(await report('shippo', easypost('4711', 'in_transit'))).toMatchObject({ status: 'ignored' })
    const otherCarrier = easypost('4711', 'delivered', [], { carrier: 'DHL' })
    expect(await report('easypost', otherCarrier)).toMatchObject({ status: 'ignored' })
    const sandbox = { ...systemCtx(shop), ...shop.test }
    const inSandbox = await handleEvent(
      sandbox,
      trackingModule.inboundHandlers,
      'easypost',
      easypost(ups.code, 'delivered'),
    )
    expect([inSandbox.status, (await read(ups)).trackingStatus]).toEqual(['ignored', null])
    // “UPS” is not “Post”, but there is only one order with the number.
    await report('easypost', easypost('08-15', 'in_transit'))
    expect((await read(post)).trackingStatus).toBe('in_transit')
  })

  it('of a number that was replaced say nothing about the new one', async () => {
    const shipment = await ship()
    await report('easypost', easypost(shipment.code, 'exception', [['failure', at(3)]]))
    const path = `/v1/orders/${shipment.orderId}/fulfillments/${shipment.id}`
    const changed = await shop.api.patch(path, { tracking: { carrier: 'UPS', number: 'new-1' } })
    expect(changed.body).toMatchObject({ trackingStatus: null, trackingEvents: [] })
    await report('easypost', easypost('NEW1', 'in_transit', [['in_transit', at(9)]]))
    expect(await read(shipment)).toMatchObject({
      trackingStatus: 'in_transit',
      trackingEvents: [{ status: 'in_transit' }],
    })
  })

  it('are sent to the customer once per status: news that matters, and not of imported orders', async () => {
    const shipment = await ship()
    for (const [status, hours] of [
      ['in_transit', 9],
      ['out_for_delivery', 4],
      ['delivered', 1],
    ] as const) {
      await report('easypost', easypost(shipment.code, status, [[status, at(hours)]]))
      if (status !== 'delivered') await notifyCustomer(shipment.orderId)
    }
    await notifyCustomer(shipment.orderId)
    const order = (await shop.api.get(`/v1/orders/${shipment.orderId}`)).body
    const expected = ['In transit', 'Out for delivery', 'Delivered'].slice(1)
    expect(await notifyCustomer(shipment.orderId)).toEqual(
      expected.map((status) => [`Order #${order.number}: ${status}`, shipment.id]),
    )

    const old = await ship()
    await report('easypost', easypost(old.code, 'delivered', [['delivered', at(100)]]))
    expect(await notifyCustomer(old.orderId)).toEqual([])

    const imported = await importJugs(shop.api, { placedAt: at(30) })
    const [sent] = (await shop.api.get(`/v1/orders/${imported.id}/fulfillments`)).body.data
    await shop.api.patch(`/v1/orders/${imported.id}/fulfillments/${sent.id}`, { tracking: { number: 'imported-1' } })
    await report('easypost', easypost('IMPORTED1', 'delivered', [['delivered', at(1)]]))
    expect(await notifyCustomer(imported.id)).toEqual([])
    const events = await listEventData(shop, 'order.tracking_updated')
    expect(events[0]).toMatchObject({
      orderId: imported.id,
      trackingStatus: 'delivered',
      occurredAt: at(1),
      actor: 'system',
    })
  })
})
