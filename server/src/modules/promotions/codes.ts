import { type Ctx, transaction } from '../../ctx.ts'
import type { Page } from '../../db/page.ts'
import { AppError, type ErrorDetail, invalidRequest, MAX_DETAILS, notFound } from '../../kit/errors.ts'
import * as queries from './code-queries.ts'
import { codeOf, isCode, makeCode } from './code-text.ts'
import { holdPromotion, readRow, told } from './promotions.ts'
import type { Code, CodesQuery, MadeCodes, NewCodes, Promotion } from './schemas.ts'

export function addCodes(ctx: Ctx, id: Promotion['id'], wanted: NewCodes): Promise<MadeCodes> {
  return transaction(ctx, async (ctx) => {
    const { trigger } = await holdPromotion(ctx, id)
    if (trigger === 'automatic') {
      throw new AppError('conflict', 'This promotion applies by itself. Make one with the trigger "code" for codes.')
    }
    const codes = wanted.codes ? await addOwn(ctx, id, wanted, wanted.codes) : await addMade(ctx, id, wanted)
    await told(ctx, 'promotion.updated', id)
    return { count: codes.length, codes }
  })
}

/** It stays, with what it was used for. Who has reserved it may still order. */
export function disableCode(ctx: Ctx, id: Promotion['id'], text: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await holdPromotion(ctx, id)
    const code = codeOf(text)
    if ((await queries.disableCode(ctx, id, code)) === 0) throw notFound('code', code)
    await told(ctx, 'promotion.updated', id)
  })
}

const DEFAULT_LIMIT = 20

/** By the code, since that is what they are known by. */
export async function listCodes(ctx: Ctx, id: string, query: CodesQuery): Promise<Page<Code>> {
  const { limit = DEFAULT_LIMIT, cursor = '' } = query
  const after = { code: Buffer.from(cursor, 'base64url').toString(), take: limit + 1 }
  if (cursor !== '' && !isCode(after.code)) {
    throw invalidRequest('The cursor is not one that this server made.', [
      { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
    ])
  }
  await readRow(ctx, id)
  const rows = await queries.listCodes(ctx, id, after, query)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: last && rows.length > limit ? Buffer.from(last.code).toString('base64url') : null }
}

async function addOwn(ctx: Ctx, id: string, wanted: NewCodes, given: string[]): Promise<string[]> {
  refuseIf(wanted.count !== undefined, '/count', 'is only for codes that are made: send either codes or count')
  refuseIf(wanted.prefix !== undefined, '/prefix', 'is only for codes that are made')
  refuseIf(wanted.length !== undefined, '/length', 'is only for codes that are made')
  const codes = given.map(codeOf)
  const firstAt = new Map(codes.toReversed().map((code, at) => [code, codes.length - 1 - at]))
  const faults = codes.flatMap((code, at): ErrorDetail[] => {
    if (!isCode(code)) return [{ path: `/codes/${at}`, message: SHAPE }]
    return firstAt.get(code) === at
      ? []
      : [{ path: `/codes/${at}`, message: `is the same as /codes/${firstAt.get(code)}` }]
  })
  if (faults.length > 0) throw invalidRequest('The codes are not valid.', faults)

  const added = await queries.insertCodes(ctx, id, codes, wanted.usageLimit ?? null)
  const taken = codes.flatMap((code, at) => (added.has(code) ? [] : [{ path: `/codes/${at}`, message: 'is taken' }]))
  if (taken.length === 0) return codes
  throw new AppError('conflict', 'Some of the codes are there already, here or at another promotion: choose others.', {
    details: taken.slice(0, MAX_DETAILS),
  })
}

const SHAPE = 'must begin with a letter or digit and hold only letters, digits and _ . + % & ! $ * @ -, at most 64'

/** Once each, unless told: that is what codes of one's own are for. */
async function addMade(
  ctx: Ctx,
  id: string,
  { count, prefix = '', length = 10, ...wanted }: NewCodes,
): Promise<string[]> {
  if (count === undefined) throw invalidRequest('Send either codes, or count to have some made.', [EITHER])
  const beginning = codeOf(prefix)
  refuseIf(beginning !== '' && !isCode(beginning), '/prefix', SHAPE)
  const usageLimit = wanted.usageLimit === undefined ? 1 : wanted.usageLimit
  const codes = new Set<string>()
  while (codes.size < count) {
    const fresh = new Set<string>()
    while (codes.size + fresh.size < count) fresh.add(makeCode(beginning, length))
    // Only one that somebody has by chance is made anew.
    for (const code of await queries.insertCodes(ctx, id, [...fresh], usageLimit)) codes.add(code)
  }
  return [...codes]
}

const EITHER = { path: '/codes', message: 'or count must be there' }

function refuseIf(isFaulty: boolean, path: string, message: string): void {
  if (isFaulty) throw invalidRequest('The codes are not valid.', [{ path, message }])
}
