import type { Ctx } from '../ctx.ts'
import { type ImportedRating, importRatings } from '../modules/csat/csat.ts'
import { listOrders } from '../modules/orders/orders.ts'
import { type ImportedTicket, importTickets } from '../modules/tickets/imports/imports.ts'
import { mergeTickets } from '../modules/tickets/merges/merges.ts'
import type { Ticket } from '../modules/tickets/schemas.ts'
import { listStatuses } from '../modules/tickets/statuses/statuses.ts'
import { createTeam, listTeams } from '../modules/tickets/teams/teams.ts'
import type { DemoTicket } from './demo-ticket.ts'
import { OPEN_TICKETS } from './open-tickets.ts'
import { RESOLVED_TICKETS } from './resolved-tickets.ts'
import type { AgentIds } from './staff.ts'

/** In order of arrival. */
const TICKETS = [...RESOLVED_TICKETS, ...OPEN_TICKETS].toSorted((one, other) => other.daysAgo - one.daysAgo)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A month of conversations in every state. They are imported: the demo shop must not send email. */
export async function loadTickets(ctx: Ctx, agentIds: AgentIds): Promise<void> {
  const references = {
    agentIds,
    teamIds: { Support: await ensureTeam(ctx, 'Support'), Returns: await ensureTeam(ctx, 'Returns') },
    statuses: await listStatuses(ctx),
    orderIds: new Map((await listOrders(ctx, { limit: 100 })).data.map(({ id, number }) => [number, id])),
  }
  const ids = await importTickets(
    ctx,
    TICKETS.map((ticket) => toImport(ctx, ticket, references)),
  )
  const ratings = TICKETS.flatMap((ticket, at) => toRating(ctx, ticket, ids[at]))
  await importRatings(ctx, ratings)
  const [first, second] = ids.slice(-2)
  if (first && second) await mergeTickets(ctx, second, first)
}

/** The sandbox has those of the live shop already. */
async function ensureTeam(ctx: Ctx, name: string) {
  const existing = (await listTeams(ctx)).find((team) => team.name === name)
  return (existing ?? (await createTeam(ctx, { name }))).id
}

/** Customers answer the survey some hours after their ticket was resolved. */
function toRating(ctx: Ctx, { rating, ...ticket }: DemoTicket, ticketId: Ticket['id'] | undefined): ImportedRating[] {
  if (!rating || !ticketId) return []
  const [score, comment = null] = rating
  const resolvedMs = ctx.now.getTime() - ticket.daysAgo * DAY_MS + (ticket.messages.at(-1)?.[0] ?? 0) * HOUR_MS
  return [{ ticketId, rating: score, comment, ratedAt: new Date(resolvedMs + 5 * HOUR_MS).toISOString() }]
}

/** The ticket belongs to the colleague who wrote last. */
const agentOf = ({ messages }: DemoTicket): keyof AgentIds | undefined =>
  messages.flatMap(([, author]) => (author === 'customer' ? [] : [author])).at(-1)

interface References {
  agentIds: AgentIds
  teamIds: Record<NonNullable<DemoTicket['team']>, NonNullable<Ticket['teamId']>>
  statuses: Awaited<ReturnType<typeof listStatuses>>
  orderIds: ReadonlyMap<number, Ticket['orderIds'][number]>
}

function toImport(ctx: Ctx, demo: DemoTicket, { agentIds, teamIds, statuses, orderIds }: References): ImportedTicket {
  const status = statuses.find(({ name }) => name === demo.status)
  if (!status) throw new Error(`The demo shop has no status ${demo.status}`)
  const startMs = ctx.now.getTime() - demo.daysAgo * DAY_MS
  const messages = demo.messages.map(([hours, author, text, isNote]) => ({
    kind: author === 'customer' ? ('customer' as const) : (isNote ?? ('reply' as const)),
    text,
    ...(author !== 'customer' && { authorId: agentIds[author], authorName: author }),
    createdAt: new Date(startMs + hours * HOUR_MS).toISOString(),
  }))
  const [first, ...others] = messages
  if (!first) throw new Error(`The demo ticket "${demo.subject}" has no message`)
  const orderId = demo.order === undefined ? undefined : orderIds.get(demo.order)
  const agent = agentOf(demo)
  return {
    subject: demo.subject,
    channel: demo.channel,
    status,
    priority: demo.priority ?? 'normal',
    requester: { name: demo.name, email: demo.email },
    assigneeId: agent ? agentIds[agent] : null,
    teamId: demo.team ? teamIds[demo.team] : null,
    tags: demo.tags,
    orderIds: orderId ? [orderId] : [],
    messages: [first, ...others],
    resolvedAt: demo.status === 'Resolved' ? (messages.at(-1)?.createdAt ?? null) : null,
    snoozedUntil: demo.snoozedDays ? new Date(ctx.now.getTime() + demo.snoozedDays * DAY_MS).toISOString() : null,
  }
}
