import type { OrderSummary } from '../../chat-tools/schemas.ts'
import { contentWordsOf } from './content-words.ts'
import type { Goal } from './dialogue-state.ts'
import { translateWords } from './german-words.ts'
import { foldedWordsOf, isAmong } from './message.ts'
import { describeOrder, orderCard, orderCitation } from './orders.ts'
import { offerPerson, type Reply, type Turn, toolFailure } from './turn.ts'
import { personalFailure } from './verification.ts'

type ChangeIntent = 'cancel_order' | 'start_return'

/** The order to change: by number, or the only one there is. */
async function loadOrder(turn: Turn, goal: Goal): Promise<{ order: OrderSummary } | { reply: Reply }> {
  const { request, phrases, format } = turn
  if (goal.orderNumber !== null) {
    const result = await request.callTool('get_order', { number: goal.orderNumber })
    if (result.ok) return { order: result.output.order }
    return { reply: (await personalFailure(turn, goal, result.code)) ?? toolFailure(turn, result.code) }
  }
  const result = await request.callTool('list_orders', {})
  if (!result.ok) return { reply: (await personalFailure(turn, goal, result.code)) ?? toolFailure(turn, result.code) }
  const { orders } = result.output
  const [only] = orders
  if (only && orders.length === 1) return { order: only }
  if (!only) return { reply: offerPerson(turn, [phrases.noOrders]) }
  return {
    reply: {
      status: 'clarification_required',
      text: [
        phrases.askOrderNumber,
        ...orders.map(
          ({ number, placedAt, total }) => `\n- #${number}, ${format.date(placedAt)}, ${format.money(total)}`,
        ),
      ],
      citations: orders.map((order) => orderCitation(turn, order)),
      suggestions: orders.map(({ number }) => `#${number}`),
      pending: { slot: 'order_number', goal },
    },
  }
}

const goalOf = (intent: ChangeIntent, orderNumber: number | null): Goal => ({ intent, orderNumber })

/** Asks first: it can't be undone. */
export async function askToCancel(turn: Turn, orderNumber: number | null): Promise<Reply> {
  const { phrases, format } = turn
  const loaded = await loadOrder(turn, goalOf('cancel_order', orderNumber))
  if ('reply' in loaded) return loaded.reply
  const { order } = loaded
  const { number } = order
  const shown = { citations: [orderCitation(turn, order)], cards: [orderCard(order)], orderNumber: number }
  if (order.status === 'canceled') return { status: 'answered', text: [phrases.alreadyCanceled(number)], ...shown }
  if (!order.canCancel) return { ...offerPerson(turn, [phrases.cannotCancel(number)]), ...shown }
  return {
    status: 'clarification_required',
    text: [phrases.confirmCancellation(number, format.money(order.total))],
    suggestions: [phrases.suggestions.yes, phrases.suggestions.no],
    pending: { slot: 'confirm_cancellation', orderNumber: number },
    ...shown,
  }
}

export async function cancelOrder(turn: Turn, orderNumber: number): Promise<Reply> {
  const { phrases, request } = turn
  const result = await request.callTool('cancel_order', { number: orderNumber })
  if (result.ok) {
    const { order } = result.output
    const described = describeOrder(turn, order)
    return { ...described, text: [phrases.canceled(orderNumber), ...described.text.slice(2)] }
  }
  const failure = await personalFailure(turn, goalOf('cancel_order', orderNumber), result.code)
  return failure ?? offerPerson(turn, [phrases.cannotCancel(orderNumber)])
}

export async function askReturnItems(turn: Turn, orderNumber: number | null): Promise<Reply> {
  const { phrases } = turn
  const loaded = await loadOrder(turn, goalOf('start_return', orderNumber))
  if ('reply' in loaded) return loaded.reply
  const { order } = loaded
  const { number } = order
  const items = returnable(order)
  const shown = { citations: [orderCitation(turn, order)], cards: [orderCard(order)], orderNumber: number }
  if (items.length === 0) return { ...offerPerson(turn, [phrases.nothingToReturn(number)]), ...shown }
  if (items.length === 1) return { ...confirmReturn(turn, number, items), ...shown }
  return {
    status: 'clarification_required',
    text: [phrases.askReturnItems(number), ...items.map(({ title, quantity }) => `\n- ${quantity} × ${title}`)],
    suggestions: [...items.map(({ title }) => title), phrases.suggestions.all].slice(0, 6),
    pending: { slot: 'return_items', orderNumber: number },
    ...shown,
  }
}

interface ChosenItem {
  itemId: string
  title: string
  quantity: number
}

const returnable = ({ items }: OrderSummary): ChosenItem[] =>
  items
    .filter(({ returnableQuantity }) => returnableQuantity > 0)
    .map(({ id, title, returnableQuantity }) => ({ itemId: id, title, quantity: returnableQuantity }))

function confirmReturn({ phrases, format }: Turn, orderNumber: number, items: ChosenItem[]): Reply {
  const named = format.list(items.map(({ title, quantity }) => `${format.number(quantity)} × ${title}`))
  return {
    status: 'clarification_required',
    text: [phrases.confirmReturn(orderNumber, named)],
    suggestions: [phrases.suggestions.yes, phrases.suggestions.no],
    pending: { slot: 'confirm_return', orderNumber, items },
  }
}

const ALL = /\b(?:all|everything|both|alle|alles|beide|komplett|whole)\b/

/** Undefined if the message names none of the items. */
export async function chooseReturnItems(turn: Turn, orderNumber: number): Promise<Reply | undefined> {
  const { message, entities, language } = turn
  const loaded = await loadOrder(turn, goalOf('start_return', orderNumber))
  if ('reply' in loaded) return loaded.reply
  const items = returnable(loaded.order)
  const own = contentWordsOf(message, language)
  const words = language === 'de' ? [...own, ...translateWords(own)] : own
  const positions = entities.positions.map((position) => items.at(position))
  const chosen = ALL.test(message.folded)
    ? items
    : items.filter((item) => positions.includes(item) || words.some((word) => isAmong(word, foldedWordsOf(item.title))))
  if (chosen.length === 0) return undefined
  const limited = chosen.map((item) => ({
    ...item,
    quantity: chosen.length === 1 && entities.quantity ? Math.min(entities.quantity, item.quantity) : item.quantity,
  }))
  return confirmReturn(turn, orderNumber, limited)
}

export async function startReturn(turn: Turn, orderNumber: number, items: ChosenItem[]): Promise<Reply> {
  const { request, phrases, format } = turn
  const result = await request.callTool('start_return', {
    number: orderNumber,
    items: items.map(({ itemId, quantity }) => ({ itemId, quantity })),
  })
  if (!result.ok) {
    const failure = await personalFailure(turn, goalOf('start_return', orderNumber), result.code)
    return failure ?? offerPerson(turn, [phrases.nothingToReturn(orderNumber)])
  }
  const named = format.list(items.map(({ title, quantity }) => `${format.number(quantity)} × ${title}`))
  return { status: 'answered', text: [phrases.returnRequested(orderNumber, named)], orderNumber }
}
