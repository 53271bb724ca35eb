import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { isAtLeast } from '../../kit/roles.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { assertTeamExists } from '../tickets/teams/teams.ts'
import { getTicket, updateTicket } from '../tickets/tickets.ts'
import { loadPlaceholderValues } from './placeholder-values.ts'
import { assertValidPlaceholders, fillPlaceholders } from './placeholders.ts'
import * as queries from './queries.ts'
import {
  type AppliedMacro,
  MAX_MACROS,
  type Macro,
  type MacroChanges,
  type MacroPreview,
  type NewMacro,
} from './schemas.ts'
import { assertValidActions, toTicketChanges } from './ticket-actions.ts'

export { assertValidActions, assertValidPlaceholders, toTicketChanges }

const userIdOf = ({ caller }: Ctx): `usr_${string}` | null =>
  caller.kind === 'member' ? (caller.userId as `usr_${string}`) : null

/** Those that the caller may use, by name. */
export const listMacros = (ctx: Ctx): Promise<Macro[]> => queries.listMacros(ctx, userIdOf(ctx))

export async function getMacro(ctx: Ctx, id: string): Promise<Macro> {
  const macro = (await listMacros(ctx)).find((one) => one.id === id)
  if (!macro) throw notFound('macro', id)
  return macro
}

export function createMacro(ctx: Ctx, input: NewMacro): Promise<Macro> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    if ((await queries.countMacros(ctx)).count >= MAX_MACROS) {
      throw new AppError('conflict', `A shop can have at most ${MAX_MACROS} macros. Delete one you don’t use.`, {
        fields: { limit: MAX_MACROS },
      })
    }
    const now = ctx.now.toISOString()
    const macro: Macro = {
      id: newId('mac'),
      body: '',
      actions: [],
      availability: 'all',
      teamId: null,
      ...input,
      ownerId: userIdOf(ctx),
      usageCount: 0,
      lastUsedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    assertMayChange(ctx, macro)
    await assertValidMacro(ctx, macro)
    await queries.insertMacro(ctx, macro)
    return macro
  })
}

export function updateMacro(ctx: Ctx, id: string, changes: MacroChanges, ifMatch: string | undefined): Promise<Macro> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await getMacro(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const macro = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now.toISOString() }
    assertMayChange(ctx, before)
    assertMayChange(ctx, macro)
    await assertValidMacro(ctx, macro)
    await queries.updateMacro(ctx, macro)
    return macro
  })
}

export function deleteMacro(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const macro = await getMacro(ctx, id)
    assertIfMatch(ifMatch, macro.version)
    assertMayChange(ctx, macro)
    await queries.deleteMacro(ctx, id)
  })
}

/** Agents have macros of their own; what others use is changed by admins. */
function assertMayChange({ caller }: Ctx, { availability }: Macro): void {
  if (caller.kind !== 'member' || availability === 'private' || isAtLeast(caller.role, 'admin')) return
  throw new AppError('forbidden', 'Only owners and admins can change macros that others use. Make it private.')
}

async function assertValidMacro(ctx: Ctx, { body, actions, availability, teamId, ownerId }: Macro): Promise<void> {
  const details = [
    ...(body.trim() === '' && actions.length === 0
      ? [{ path: '/body', message: 'must not be empty unless there are actions' }]
      : []),
    ...(availability === 'team' && teamId === null ? [{ path: '/teamId', message: 'must name the team' }] : []),
    ...(availability === 'private' && ownerId === null
      ? [{ path: '/availability', message: 'must not be private: a key has no macros of its own' }]
      : []),
  ]
  if (details.length > 0) throw new AppError('invalid_request', 'The macro is not valid.', { details })
  assertValidPlaceholders(body, '/body')
  await assertValidActions(ctx, actions)
  if (teamId !== null) await assertTeamExists(ctx, teamId)
}

/** The text with the values of this ticket. */
export const renderForTicket = async (ctx: Ctx, ticket: Ticket, text: string): Promise<MacroPreview> =>
  fillPlaceholders(text, await loadPlaceholderValues(ctx, ticket, text))

export async function previewMacro(ctx: Ctx, ticketId: string, macroId: string): Promise<MacroPreview> {
  const macro = await getMacro(ctx, macroId)
  return renderForTicket(ctx, await getTicket(ctx, ticketId), macro.body)
}

/** Changes the ticket. The text is returned for the composer: a person reads it before it is sent. */
export function applyMacro(ctx: Ctx, ticketId: string, macroId: string): Promise<AppliedMacro> {
  return transaction(ctx, async (ctx) => {
    const macro = await getMacro(ctx, macroId)
    const ticket = await updateTicket(ctx, ticketId, toTicketChanges(ctx, macro.actions), { source: 'macro' })
    await queries.recordUse(ctx, macroId)
    return { ticket, ...(await renderForTicket(ctx, ticket, macro.body)) }
  })
}
