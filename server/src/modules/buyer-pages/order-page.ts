import { decimalsOf } from '../../kit/currencies.ts'
import type { Money } from '../../kit/money.ts'
import type { Shop } from '../mails/blocks.ts'
import type { Fulfillment } from '../orders/goods/goods-schemas.ts'
import type { Order } from '../orders/schemas.ts'
import { type Labels, labelsFor, localeIn } from './labels.ts'
import { escapeHtml, renderPage } from './page.ts'

/** What was bought, what it cost and where it is. Not who bought it: a link may be passed on. */
export function orderPage(shop: Shop, order: Order, sent: readonly Fulfillment[], isTest: boolean): string {
  const { language, labels } = labelsFor(order.locale, shop.locale)
  const locale = localeIn(language, order.locale, shop.locale)
  const inMoney = moneyIn(locale)
  const placed = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: shop.timeZone })
  return renderPage({
    language,
    title: `${labels.order} #${order.number}`,
    shop: shop.name,
    content: `<p class="status">${labels[statusOf(order, sent)]}</p>
<p class="soft">${labels.placed} ${escapeHtml(placed.format(new Date(order.placedAt)))}</p>
${isTest ? `<p class="notice">${labels.test}</p>` : ''}
<ul class="lines">${order.items.map((line) => itemLine(line, inMoney)).join('')}</ul>
<dl>${sums(order, labels, inMoney).join('')}</dl>
${shipments(sent, labels)}`,
  })
}

function statusOf({ status, paymentStatus, fulfillmentStatus }: Order, sent: readonly Fulfillment[]): keyof Labels {
  if (status === 'canceled' || paymentStatus === 'voided') return 'canceled'
  if (fulfillmentStatus === 'fulfilled') {
    const isThere = sent.some((one) => one.status === 'delivered') && sent.every((one) => one.status !== 'shipped')
    return isThere ? 'delivered' : 'shipped'
  }
  if (fulfillmentStatus === 'partial') return 'partial'
  return paymentStatus === 'pending' || paymentStatus === 'partially_paid' ? 'pending' : 'confirmed'
}

type InMoney = (money: Money) => string

function itemLine({ title, options, quantities, subtotal }: Order['items'][number], inMoney: InMoney): string {
  const below = Object.values(options).join(', ')
  const small = below ? `<br><span class="soft">${escapeHtml(below)}</span>` : ''
  const name = `${quantities.ordered} × ${escapeHtml(title)}${small}`
  return `<li><span>${name}</span><span class="price">${escapeHtml(inMoney(subtotal))}</span></li>`
}

function sums({ totals, shipping, refunded }: Order, labels: Labels, inMoney: InMoney): string[] {
  const row = (label: string, money: Money, style = '') =>
    `<div${style}><dt>${label}</dt><dd>${escapeHtml(inMoney(money))}</dd></div>`
  const minus = (money: Money): Money => ({ ...money, amount: -money.amount })
  const { discount, tax, giftCards, points } = totals
  return [
    row(labels.subtotal, totals.subtotal),
    discount.amount > 0 ? row(labels.discount, minus(discount)) : '',
    shipping ? row(labels.shipping, totals.shipping) : '',
    !totals.taxIncluded && tax.amount > 0 ? row(labels.tax, tax) : '',
    row(labels.total, totals.total, ' class="sum"'),
    totals.taxIncluded && tax.amount > 0 ? row(labels.taxIncluded, tax) : '',
    giftCards.amount > 0 ? row(labels.giftCards, minus(giftCards)) : '',
    points.amount > 0 ? row(labels.points, minus(points)) : '',
    refunded.amount > 0 ? row(labels.refunded, refunded) : '',
  ]
}

const HTTP = /^https?:\/\//i

function shipments(sent: readonly Fulfillment[], labels: Labels): string {
  const parcels = sent.filter(({ status }) => status !== 'canceled').toReversed()
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
  return `<h2>${labels.shipments}</h2>\n<ul class="lines">${items.join('')}</ul>`
}

const moneyIn =
  (locale: string): InMoney =>
  ({ amount, currency }) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 10 ** decimalsOf(currency))
