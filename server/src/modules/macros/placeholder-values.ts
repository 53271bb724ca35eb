import type { Ctx } from '../../ctx.ts'
import { formatDate, moneyFormatter } from '../../kit/local-formats.ts'
import { getOrder } from '../orders/orders.ts'
import type { Order } from '../orders/schemas.ts'
import { type Branding, loadBranding } from '../theme/theme.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { type PlaceholderValues, usesPlaceholder } from './placeholders.ts'
import * as queries from './queries.ts'

/** Loads only what the text uses. */
export async function loadPlaceholderValues(ctx: Ctx, ticket: Ticket, text: string): Promise<PlaceholderValues> {
  const needsOrder = usesPlaceholder(text, 'order.')
  const shop = needsOrder || usesPlaceholder(text, 'shop.') ? await loadBranding(ctx) : undefined
  const order = needsOrder ? await findOrder(ctx, ticket) : undefined
  return {
    ...customerValues(ticket, usesPlaceholder(text, 'customer.') ? await findCustomerName(ctx, ticket) : null),
    ...agentValues(ctx),
    ...(shop && { 'shop.name': shop.name }),
    ...(shop && order && orderValues(order, shop)),
    'ticket.number': String(ticket.number),
    'ticket.subject': ticket.subject,
  }
}

const findCustomerName = async (ctx: Ctx, { customerId }: Ticket): Promise<string | null> =>
  customerId ? ((await queries.findCustomerName(ctx, customerId))?.name ?? null) : null

/** The name that the shop knows is better than the one in an email's header. */
function customerValues({ requester }: Ticket, customerName: string | null): PlaceholderValues {
  const name = customerName ?? requester.name ?? ''
  return { 'customer.name': name, 'customer.firstName': firstWord(name), 'customer.email': requester.email ?? '' }
}

const agentValues = ({ caller }: Ctx): PlaceholderValues =>
  caller.kind === 'member' ? { 'agent.name': caller.name, 'agent.firstName': firstWord(caller.name) } : {}

const firstWord = (name: string): string => name.trim().split(/\s+/, 1)[0] ?? ''

/** The order that was linked last; otherwise the customer's newest. */
async function findOrder(ctx: Ctx, { orderIds, customerId }: Ticket): Promise<Order | undefined> {
  const id = orderIds.at(-1) ?? (customerId ? (await queries.findLatestOrder(ctx, customerId))?.id : undefined)
  return id === undefined ? undefined : getOrder(ctx, id)
}

function orderValues({ number, totals, placedAt }: Order, shop: Branding): PlaceholderValues {
  return {
    'order.number': String(number),
    'order.total': moneyFormatter(shop.locale)(totals.total),
    'order.date': formatDate(placedAt, shop),
  }
}
