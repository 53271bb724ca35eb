import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { assertMembers } from '../validate-members.ts'
import * as queries from './queries.ts'
import type { NewTeam, Team, TeamChanges } from './schemas.ts'

export const { listTeams } = queries

const MAX_TEAMS = 100

export const findTeam = async (ctx: Ctx, id: string): Promise<Team | undefined> =>
  (await listTeams(ctx)).find((team) => team.id === id)

export async function getTeam(ctx: Ctx, id: string): Promise<Team> {
  const team = await findTeam(ctx, id)
  if (!team) throw notFound('team', id)
  return team
}

/** For requests that name a team. */
export async function assertTeamExists(ctx: Ctx, id: string, path = '/teamId'): Promise<void> {
  if (await findTeam(ctx, id)) return
  throw invalidRequest('No such team. List them with GET /v1/teams.', [{ path, message: 'is not a team of this shop' }])
}

export function createTeam(ctx: Ctx, { name, memberIds = [] }: NewTeam): Promise<Team> {
  return transaction(ctx, async (ctx) => {
    const teams = await lockTeams(ctx)
    if (teams.length >= MAX_TEAMS) {
      throw new AppError('conflict', `A shop can have at most ${MAX_TEAMS} teams. Delete one first.`, {
        fields: { limit: MAX_TEAMS },
      })
    }
    assertNameIsFree(teams, name)
    await assertTeamMembers(ctx, memberIds)
    const team: Team = { id: newId('team'), name, memberIds, createdAt: ctx.now.toISOString() }
    await queries.insertTeam(ctx, team)
    await queries.replaceMembers(ctx, team)
    return team
  })
}

export function updateTeam(ctx: Ctx, id: string, changes: TeamChanges): Promise<Team> {
  return transaction(ctx, async (ctx) => {
    const teams = await lockTeams(ctx)
    const current = teams.find((team) => team.id === id)
    if (!current) throw notFound('team', id)
    const others = teams.filter((team) => team.id !== id)
    if (changes.name !== undefined) assertNameIsFree(others, changes.name)
    const team = { ...current, ...changes }
    await queries.updateTeam(ctx, team)
    if (changes.memberIds) {
      await assertTeamMembers(ctx, changes.memberIds)
      await queries.replaceMembers(ctx, team)
    }
    return team
  })
}

export function deleteTeam(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const teams = await lockTeams(ctx)
    if (!teams.some((team) => team.id === id)) throw notFound('team', id)
    await queries.lockTeam(ctx, id)
    if (await queries.isTeamUsed(ctx, id)) {
      throw new AppError('conflict', 'This team has tickets. Move them to another team first.')
    }
    await queries.deleteTeam(ctx, id)
  })
}

const assertTeamMembers = (ctx: Ctx, memberIds: string[]) =>
  assertMembers(
    ctx,
    memberIds.map((userId, at) => ({ userId, path: `/memberIds/${at}` })),
  )

async function lockTeams(ctx: Ctx): Promise<Team[]> {
  await lockEnvironment(ctx)
  return listTeams(ctx)
}

function assertNameIsFree(teams: Team[], name: string): void {
  if (teams.some((team) => team.name.toLowerCase() === name.toLowerCase())) {
    throw new AppError('conflict', `There is already a team called “${name}”. Choose another name.`)
  }
}
