import { escapeHtml } from '../../kit/escape-html.ts'
import { formatDate, moneyFormatter } from '../../kit/local-formats.ts'
import type { Money } from '../../kit/money.ts'
import type { Fulfillment } from '../orders/fulfillments/schemas.ts'
import type { Order } from '../orders/schemas.ts'
import type { Branding } from '../theme/theme.ts'
import { type Labels, labelsFor, matchLocale } from './labels.ts'
import { renderPage } from './page.ts'

/** Shows items, totals and delivery status, but no personal data: the link may be forwarded. */
export function renderOrderPage(
  shop: Branding,
  order: Order,
  fulfillments: readonly Fulfillment[],
  isTest: boolean,
): string {
  const { language, labels } = labelsFor(order.locale, shop.locale)
  const locale = matchLocale(language, order.locale, shop.locale)
  const formatMoney = moneyFormatter(locale)
  return renderPage({
    language,
    title: `${labels.order} #${order.number}`,
    shop: shop.name,
    content: `<p class="status">${labels[statusLabel(order, fulfillments)]}</p>
<p class="soft">${labels.placed} ${escapeHtml(formatDate(order.placedAt, { locale, timeZone: shop.timeZone }))}</p>
${isTest ? `<p class="notice">${labels.test}</p>` : ''}
<ul class="rows">${order.items.map((item) => itemRow(item, formatMoney)).join('')}</ul>
<dl>${totalRows(order, labels, formatMoney).join('')}</dl>
${shipmentList(fulfillments, labels)}`,
  })
}

function statusLabel(
  { status, paymentStatus, fulfillmentStatus }: Order,
  fulfillments: readonly Fulfillment[],
): keyof Labels {
  if (status === 'canceled' || paymentStatus === 'voided') return 'canceled'
  if (fulfillmentStatus === 'fulfilled') {
    const isDelivered =
      fulfillments.some((one) => one.status === 'delivered') && fulfillments.every((one) => one.status !== 'shipped')
    return isDelivered ? 'delivered' : 'shipped'
  }
  if (fulfillmentStatus === 'partially_fulfilled') return 'partial'
  return paymentStatus === 'pending' || paymentStatus === 'partially_paid' ? 'pending' : 'confirmed'
}

type FormatMoney = (money: Money) => string

function itemRow({ title, options, quantities, subtotal }: Order['items'][number], formatMoney: FormatMoney): string {
  const optionText = Object.values(options).join(', ')
  const optionHtml = optionText ? `<br><span class="soft">${escapeHtml(optionText)}</span>` : ''
  const name = `${quantities.ordered} × ${escapeHtml(title)}${optionHtml}`
  return `<li><span>${name}</span><span class="price">${escapeHtml(formatMoney(subtotal))}</span></li>`
}

function totalRows({ totals, shipping, refunded }: Order, labels: Labels, formatMoney: FormatMoney): string[] {
  const row = (label: string, money: Money, style = '') =>
    `<div${style}><dt>${label}</dt><dd>${escapeHtml(formatMoney(money))}</dd></div>`
  const minus = (money: Money): Money => ({ ...money, amount: -money.amount })
  const { discount, tax, giftCards, points, storeCredit } = totals
  return [
    row(labels.subtotal, totals.subtotal),
    discount.amount > 0 ? row(labels.discount, minus(discount)) : '',
    shipping ? row(labels.shipping, totals.shipping) : '',
    !totals.taxIncluded && tax.amount > 0 ? row(labels.tax, tax) : '',
    row(labels.total, totals.total, ' class="sum"'),
    totals.taxIncluded && tax.amount > 0 ? row(labels.taxIncluded, tax) : '',
    giftCards.amount > 0 ? row(labels.giftCards, minus(giftCards)) : '',
    points.amount > 0 ? row(labels.points, minus(points)) : '',
    storeCredit.amount > 0 ? row(labels.storeCredit, minus(storeCredit)) : '',
    refunded.amount > 0 ? row(labels.refunded, refunded) : '',
  ]
}

const HTTP = /^https?:\/\//i

function shipmentList(fulfillments: readonly Fulfillment[], labels: Labels): string {
  const parcels = fulfillments.filter(({ status }) => status !== 'canceled').toReversed()
  if (parcels.length === 0) return ''
  const items = parcels.map(({ status, tracking }) => {
    const { carrier, number, url } = tracking ?? {}
    const state = status === 'delivered' ? labels.delivered : labels.shipped
    const name = [carrier, number].filter(Boolean).join(' ')
    const link =
      url && HTTP.test(url)
        ? `<br><a class="track" href="${escapeHtml(url)}" rel="nofollow noopener noreferrer">${labels.track}</a>`
        : ''
    return `<li><span>${escapeHtml(name)}${link}</span><span>${state}</span></li>`
  })
  return `<h2>${labels.shipments}</h2>\n<ul class="rows">${items.join('')}</ul>`
}
