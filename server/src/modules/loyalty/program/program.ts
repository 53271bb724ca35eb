import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { emit } from '../../../events/emit.ts'
import { assertIfMatch } from '../../../http/responses/etag.ts'
import { type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { formatMoney, isCurrency, money } from '../../../kit/money.ts'
import { validateMoneyList } from '../../../kit/money-list.ts'
import { pointsValue } from '../../../pricing/points.ts'
import { auditValueCreation } from '../../audit/audit.ts'
import { MAX_BALANCE } from '../../gift-cards/schemas.ts'
import { bumpPricingVersion } from '../../pricing-versions/pricing-versions.ts'
import * as queries from './queries.ts'
import type {
  LoyaltyProgram,
  LoyaltyProgramInput,
  PointRate,
  ProductRule,
  ReferralSettings,
  Reward,
  Tier,
} from './schemas.ts'

/** What an input may leave out. */
const DEFAULT_SETTINGS = {
  minPoints: 1,
  earning: [],
  productRules: [],
  tiers: [],
  rewards: [],
  actions: [],
  tierPeriodDays: 365,
  pendingDays: 14,
  expiresAfterDays: null,
  referral: { active: false, referrerPoints: 0, refereePoints: 0, minOrderAmount: null, url: null },
}

/** Until a program is set, points have no value and orders earn none. */
const DEFAULT_PROGRAM: LoyaltyProgram = {
  name: 'Points',
  active: false,
  pointValues: [],
  ...DEFAULT_SETTINGS,
  version: 0,
  updatedAt: null,
}

export const getProgram = async (ctx: Ctx): Promise<LoyaltyProgram> =>
  (await queries.findProgram(ctx)) ?? DEFAULT_PROGRAM

/** Replaces the whole program; an identical program changes nothing. All carts are repriced. */
export function replaceProgram(
  ctx: Ctx,
  input: LoyaltyProgramInput,
  ifMatch: string | undefined,
): Promise<LoyaltyProgram> {
  const settings = toSettings(input)
  assertValidProgram(settings)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { version, updatedAt: _, ...existing } = await getProgram(ctx)
    assertIfMatch(ifMatch, version)
    if (version === 0 || !isDeepStrictEqual(existing, settings)) {
      await auditValueCreation(ctx, 'loyalty_program.changed', settings.name, { active: settings.active })
      await queries.saveProgram(ctx, version + 1, settings)
      await bumpPricingVersion(ctx)
      await emit(ctx, 'loyalty_program.updated', { version: version + 1, active: settings.active })
    }
    return getProgram(ctx)
  })
}

function toSettings(input: LoyaltyProgramInput): queries.ProgramSettings {
  const settings = { ...DEFAULT_SETTINGS, ...input }
  return {
    ...settings,
    pointValues: sortByCurrency(settings.pointValues),
    earning: sortByCurrency(settings.earning),
    tiers: settings.tiers.toSorted((one, other) => one.threshold - other.threshold),
    referral: sortMinimum(settings.referral),
  }
}

const sortByCurrency = <One extends { currency: string }>(list: One[]) =>
  list.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))

const sortMinimum = ({ minOrderAmount, ...referral }: ReferralSettings): ReferralSettings => ({
  ...referral,
  minOrderAmount: minOrderAmount && sortByCurrency(minOrderAmount),
})

function assertValidProgram(program: queries.ProgramSettings): void {
  const { pointValues, earning, productRules, tiers, rewards, actions, referral } = program
  const errors = [
    ...findRateErrors('/pointValues', pointValues),
    ...findRateErrors('/earning', earning),
    ...productRules.flatMap(findRuleErrors),
    ...findTierErrors(tiers),
    ...findRepeatedKeys('/rewards', rewards),
    ...rewards.flatMap((reward, at) => findRewardErrors(reward, `/rewards/${at}/amount`, pointValues)),
    ...findRepeatedKeys('/actions', actions),
    ...findReferralErrors(referral),
  ]
  if (errors.length > 0) throw invalidRequest('The loyalty program is not valid.', errors)
}

function findRateErrors(list: string, rates: PointRate[]): ErrorDetail[] {
  return rates.flatMap(({ currency }, at): ErrorDetail[] => {
    const path = `${list}/${at}/currency`
    if (!isCurrency(currency)) return [{ path, message: `must be a supported currency, not "${currency}"` }]
    const isRepeated = rates.findIndex((one) => one.currency === currency) < at
    return isRepeated ? [{ path, message: `must not repeat ${currency}` }] : []
  })
}

function findRuleErrors(rule: ProductRule, at: number): ErrorDetail[] {
  const path = `/productRules/${at}`
  const targets = [rule.productId, rule.collectionId].filter((id) => id !== undefined)
  const benefits = [rule.multiplierPercent, rule.points].filter((one) => one !== undefined)
  return [
    ...(targets.length === 1 ? [] : [{ path, message: 'must have either `productId` or `collectionId`' }]),
    ...(benefits.length === 1 ? [] : [{ path, message: 'must have either `multiplierPercent` or `points`' }]),
  ]
}

const findTierErrors = (tiers: Tier[]): ErrorDetail[] =>
  tiers.flatMap(({ key, threshold }, at) =>
    (
      [
        ['key', tiers.findIndex((one) => one.key === key)],
        ['threshold', tiers.findIndex((one) => one.threshold === threshold)],
      ] as const
    ).flatMap(([field, first]) =>
      first < at ? [{ path: `/tiers/${at}/${field}`, message: `must differ from that of "${tiers[first]?.key}"` }] : [],
    ),
  )

const findRepeatedKeys = (list: string, entries: { key: string }[]): ErrorDetail[] =>
  entries.flatMap(({ key }, at) =>
    entries.findIndex((one) => one.key === key) < at
      ? [{ path: `${list}/${at}/key`, message: `must not repeat "${key}"` }]
      : [],
  )

/** Cart credit is paid with points, so it can't be worth anything else than they are. */
function findRewardErrors({ type, points, amount }: Reward, path: string, pointValues: PointRate[]): ErrorDetail[] {
  const { currency } = amount
  if (!isCurrency(currency)) {
    return [{ path: `${path}/currency`, message: `must be a supported currency, not "${currency}"` }]
  }
  if (amount.amount > MAX_BALANCE) {
    return [{ path: `${path}/amount`, message: `must be at most ${formatMoney(money(MAX_BALANCE, currency))}` }]
  }
  if (type !== 'cart_credit') return []
  const rate = pointValues.find((one) => one.currency === currency)
  if (!rate) {
    return [{ path: `${path}/currency`, message: `must be one of pointValues: points pay nothing in ${currency}` }]
  }
  const value = pointsValue(points, rate)
  return value === amount.amount
    ? []
    : [{ path: `${path}/amount`, message: `must be ${value}, which is what ${points} points pay` }]
}

function findReferralErrors({ minOrderAmount, url }: ReferralSettings): ErrorDetail[] {
  const path = '/referral/url'
  const message = 'must be a URL that contains `{code}`, such as https://shop.example.com/?ref={code}'
  const isValidUrl = url === null || (url.includes('{code}') && URL.canParse(toReferralUrl({ url }, 'CODE') ?? ''))
  return [
    ...(minOrderAmount ? validateMoneyList(minOrderAmount, '/referral/minOrderAmount') : []),
    ...(isValidUrl ? [] : [{ path, message }]),
  ]
}

/** The link that a customer shares. */
export const toReferralUrl = ({ url }: Pick<ReferralSettings, 'url'>, code: string): string | null =>
  url?.replaceAll('{code}', code) ?? null
