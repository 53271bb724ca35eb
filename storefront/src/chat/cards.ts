import type { Card, Money } from './chat-api.ts'
import { element, isSafeUrl, link } from './dom.ts'
import type { Labels } from './labels.ts'

export function formatMoney({ amount, currency }: Money, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export function renderCard(card: Card, labels: Labels, locale: string): HTMLElement {
  if (card.kind === 'product') return renderProduct(card.product, labels, locale)
  const { items, total } = card.kind === 'cart' ? card.cart : card.order
  return element(
    'div',
    { class: 'card' },
    element('strong', {}, card.kind === 'cart' ? labels.cart : labels.order(card.order.number)),
    element('ul', {}, ...items.map(({ quantity, title }) => element('li', {}, `${quantity} × ${title}`))),
    element('span', {}, `${labels.total}: ${formatMoney(total, locale)}`),
  )
}

function renderProduct(
  product: Extract<Card, { kind: 'product' }>['product'],
  labels: Labels,
  locale: string,
): HTMLElement {
  const { title, vendor, url, imageUrl, minPrice, maxPrice, available } = product
  const price = minPrice && formatMoney(minPrice, locale)
  const isRange = minPrice && maxPrice && minPrice.amount !== maxPrice.amount
  return element(
    'div',
    { class: 'card product' },
    imageUrl && isSafeUrl(imageUrl) ? element('img', { src: imageUrl, alt: '', width: '56', height: '56' }) : null,
    element(
      'div',
      {},
      element('strong', {}, link(url, title)),
      element('span', { class: 'soft' }, vendor),
      element(
        'span',
        {},
        [price && (isRange ? labels.from(price) : price), available ? labels.available : labels.soldOut]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
  )
}
