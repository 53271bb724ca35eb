import { type Ctx, transaction } from '../../../ctx.ts'
import type { Page } from '../../../db/page.ts'
import { AppError, type ErrorDetail, invalidRequest, MAX_DETAILS, notFound } from '../../../kit/errors.ts'
import { emitPromotionChange, getPromotionRow, lockPromotion } from '../promotions.ts'
import * as queries from '../queries.ts'
import type { CreatedCodes, NewCodes, Promotion, PromotionCode, PromotionCodesQuery } from '../schemas.ts'
import { generateCode, isValidCode, normalizeCode } from './codes.ts'

export function addCodes(ctx: Ctx, id: Promotion['id'], input: NewCodes): Promise<CreatedCodes> {
  return transaction(ctx, async (ctx) => {
    const { trigger } = await lockPromotion(ctx, id)
    if (trigger === 'automatic') {
      throw new AppError(
        'conflict',
        'This promotion is automatic and can’t have codes. Create one with the trigger "code".',
      )
    }
    const codes = input.codes
      ? await addCustomCodes(ctx, id, input, input.codes)
      : await addGeneratedCodes(ctx, id, input)
    await emitPromotionChange(ctx, 'promotion.updated', id)
    return { count: codes.length, codes }
  })
}

/** The code stays with its history. Checkouts that have reserved it can still order. */
export function deactivateCode(ctx: Ctx, id: Promotion['id'], text: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockPromotion(ctx, id)
    const code = normalizeCode(text)
    if ((await queries.deactivateCode(ctx, id, code)) === 0) throw notFound('code', code)
    await emitPromotionChange(ctx, 'promotion.updated', id)
  })
}

const DEFAULT_LIMIT = 20

/** Sorted by code, which is how people look them up. */
export async function listCodes(ctx: Ctx, id: string, query: PromotionCodesQuery): Promise<Page<PromotionCode>> {
  const { limit = DEFAULT_LIMIT, cursor = '' } = query
  const after = { code: Buffer.from(cursor, 'base64url').toString(), take: limit + 1 }
  if (cursor !== '' && !isValidCode(after.code)) {
    throw invalidRequest('The cursor is not valid.', [
      { path: '/cursor', message: 'must be the nextCursor of a previous page' },
    ])
  }
  await getPromotionRow(ctx, id)
  const rows = await queries.listCodes(ctx, id, after, query)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: last && rows.length > limit ? Buffer.from(last.code).toString('base64url') : null }
}

async function addCustomCodes(ctx: Ctx, id: string, input: NewCodes, customCodes: string[]): Promise<string[]> {
  rejectIf(input.count !== undefined, '/count', 'must not be sent with codes; send only one')
  rejectIf(input.prefix !== undefined, '/prefix', 'is only for generated codes')
  rejectIf(input.length !== undefined, '/length', 'is only for generated codes')
  const codes = customCodes.map(normalizeCode)
  const firstIndexes = new Map(codes.toReversed().map((code, at) => [code, codes.length - 1 - at]))
  const errors = codes.flatMap((code, at): ErrorDetail[] => {
    if (!isValidCode(code)) return [{ path: `/codes/${at}`, message: INVALID_CODE_MESSAGE, code }]
    return firstIndexes.get(code) === at
      ? []
      : [{ path: `/codes/${at}`, message: 'is a duplicate', code, duplicateOf: `/codes/${firstIndexes.get(code)}` }]
  })
  if (errors.length > 0) throw invalidRequest('The codes are not valid.', errors)

  const added = await queries.insertCodes(ctx, id, codes, input.usageLimit ?? null)
  const duplicates = codes.flatMap((code, at) =>
    added.has(code) ? [] : [{ path: `/codes/${at}`, message: 'is already in use', code }],
  )
  if (duplicates.length === 0) return codes
  throw new AppError('conflict', 'Some codes are already in use by this or another promotion. Choose others.', {
    details: duplicates.slice(0, MAX_DETAILS),
  })
}

const INVALID_CODE_MESSAGE =
  'must start with a letter or digit and contain only letters, digits and _ . + % & ! $ * @ -, at most 64'

/** Generated codes default to a single use. */
async function addGeneratedCodes(
  ctx: Ctx,
  id: string,
  { count, prefix = '', length = 10, ...input }: NewCodes,
): Promise<string[]> {
  if (count === undefined) throw invalidRequest('Send either codes or count.', [CODES_OR_COUNT_ERROR])
  const normalizedPrefix = normalizeCode(prefix)
  rejectIf(normalizedPrefix !== '' && !isValidCode(normalizedPrefix), '/prefix', INVALID_CODE_MESSAGE)
  const usageLimit = input.usageLimit === undefined ? 1 : input.usageLimit
  const codes = new Set<string>()
  while (codes.size < count) {
    const fresh = new Set<string>()
    while (codes.size + fresh.size < count) fresh.add(generateCode(normalizedPrefix, length))
    // Only codes that collide with existing ones are generated again.
    for (const code of await queries.insertCodes(ctx, id, [...fresh], usageLimit)) codes.add(code)
  }
  return [...codes]
}

const CODES_OR_COUNT_ERROR = { path: '/codes', message: 'is required unless count is sent; send only one' }

function rejectIf(isInvalid: boolean, path: string, message: string): void {
  if (isInvalid) throw invalidRequest('The codes are not valid.', [{ path, message }])
}
