import type { Ctx } from '../../../ctx.ts'
import { type Page, rankedKeyset, toRankedPage } from '../../../db/page.ts'
import { toCustomerSearch } from '../../customers/identity/identity.ts'
import { getProgram } from '../program/program.ts'
import type { Tier } from '../program/schemas.ts'
import * as queries from './queries.ts'
import type { CurrentTier, LoyaltyMember, LoyaltyMembersQuery } from './schemas.ts'

export async function listMembers(ctx: Ctx, query: LoyaltyMembersQuery): Promise<Page<LoyaltyMember>> {
  const page = rankedKeyset(query)
  const { tiers } = await getProgram(ctx)
  const { data, nextCursor } = toRankedPage(
    await queries.listMembers(ctx, page, query, toCustomerSearch(query.q)),
    page,
  )
  const toMember = ({ id, rank: _, tier, ...row }: (typeof data)[number]): LoyaltyMember => ({
    customerId: id,
    ...row,
    tier: toCurrentTier(tiers, tier),
  })
  return { data: data.map(toMember), nextCursor }
}

/** Null for a tier that the program no longer has. */
export function toCurrentTier(tiers: Tier[], tierKey: string | null): CurrentTier | null {
  const tier = tiers.find(({ key }) => key === tierKey)
  return tier ? { key: tier.key, name: tier.name } : null
}
