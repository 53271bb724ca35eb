import type { Ctx } from '../../ctx.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { listMembers } from '../members/members.ts'
import type { TicketChanges } from '../tickets/schemas.ts'
import { listStatuses } from '../tickets/statuses/statuses.ts'
import { listTeams } from '../tickets/teams/teams.ts'
import type { MacroAction } from './schemas.ts'

/** Later actions win; tags are collected. */
export function toTicketChanges(ctx: Ctx, actions: MacroAction[]): TicketChanges {
  const changes: TicketChanges = {}
  for (const action of actions) Object.assign(changes, toChange(ctx, action, changes))
  return changes
}

function toChange(ctx: Ctx, action: MacroAction, { addTags = [], removeTags = [] }: TicketChanges): TicketChanges {
  switch (action.type) {
    case 'set_status':
      return { statusId: action.statusId }
    case 'set_priority':
      return { priority: action.priority }
    case 'assign':
      return { assigneeId: action.assigneeId }
    case 'assign_to_me':
      return ctx.caller.kind === 'member' ? { assigneeId: ctx.caller.userId as `usr_${string}` } : {}
    case 'set_team':
      return { teamId: action.teamId }
    case 'add_tags':
      return { addTags: [...new Set([...addTags, ...action.tags])] }
    case 'remove_tags':
      return { removeTags: [...new Set([...removeTags, ...action.tags])] }
    case 'snooze':
      return { snoozedUntil: new Date(ctx.now.getTime() + action.minutes * 60_000).toISOString() }
    default:
      return {}
  }
}

/** Rejects actions with a status, team or member that does not exist. Other actions are left to the caller. */
export async function assertValidActions(ctx: Ctx, actions: { type: string }[]): Promise<void> {
  const known = actions as MacroAction[]
  const uses = (type: MacroAction['type']) => known.some((action) => action.type === type)
  const statusIds = uses('set_status') ? (await listStatuses(ctx)).map(({ id }) => id) : []
  const teamIds = uses('set_team') ? (await listTeams(ctx)).map(({ id }) => id) : []
  const memberIds = uses('assign') ? (await listMembers(ctx, ctx.workspaceId)).map(({ userId }) => userId) : []
  const errors = known.flatMap((action, at): ErrorDetail[] => {
    const path = `/actions/${at}`
    if (action.type === 'set_status' && !statusIds.includes(action.statusId)) {
      return [{ path: `${path}/statusId`, message: 'is not a ticket status of this shop' }]
    }
    if (action.type === 'set_team' && action.teamId !== null && !teamIds.includes(action.teamId)) {
      return [{ path: `${path}/teamId`, message: 'is not a team of this shop' }]
    }
    if (action.type === 'assign' && action.assigneeId !== null && !memberIds.includes(action.assigneeId)) {
      return [{ path: `${path}/assigneeId`, message: 'is not a member of this workspace' }]
    }
    return []
  })
  if (errors.length > 0) throw invalidRequest('The actions are not valid.', errors)
}
