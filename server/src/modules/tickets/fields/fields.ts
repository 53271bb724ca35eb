import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../../kit/errors.ts'
import * as queries from './queries.ts'
import type { NewTicketField, TicketField, TicketFieldChanges } from './schemas.ts'

export const { listFields } = queries

const MAX_FIELDS = 50

export function createField(ctx: Ctx, input: NewTicketField): Promise<TicketField> {
  return transaction(ctx, async (ctx) => {
    const fields = await lockFields(ctx)
    if (fields.length >= MAX_FIELDS) {
      throw new AppError('conflict', `A shop can have at most ${MAX_FIELDS} ticket fields. Delete one first.`, {
        fields: { limit: MAX_FIELDS },
      })
    }
    if (fields.some(({ key }) => key === input.key)) {
      throw new AppError('conflict', `There is already a ticket field “${input.key}”. Choose another key.`)
    }
    const last = fields.at(-1)?.position ?? 0
    const field: TicketField = {
      key: input.key,
      label: input.label,
      type: input.type,
      options: input.options ?? [],
      position: input.position ?? last + 1,
      createdAt: ctx.now.toISOString(),
    }
    assertOptions(field)
    await queries.insertField(ctx, field)
    return field
  })
}

/** The key and the type never change: tickets have values of this type under this key. */
export function updateField(ctx: Ctx, key: string, changes: TicketFieldChanges): Promise<TicketField> {
  return transaction(ctx, async (ctx) => {
    const current = (await lockFields(ctx)).find((field) => field.key === key)
    if (!current) throw notFound('ticket field', key)
    const field = { ...current, ...changes }
    assertOptions(field)
    await queries.updateField(ctx, field)
    return field
  })
}

/** Tickets keep the values they have. */
export async function deleteField(ctx: Ctx, key: string): Promise<void> {
  if ((await queries.deleteField(ctx, key)) === 0) throw notFound('ticket field', key)
}

function assertOptions({ type, options }: TicketField): void {
  if ((type === 'select') === options.length > 0) return
  const message = type === 'select' ? 'must have at least one option' : 'must be empty unless the type is "select"'
  throw invalidRequest('The options don’t fit the type of the field.', [{ path: '/options', message }])
}

async function lockFields(ctx: Ctx): Promise<TicketField[]> {
  await lockEnvironment(ctx)
  return listFields(ctx)
}

/** Every value must belong to a field and have its type. */
export async function assertFieldValues(ctx: Ctx, values: Record<string, unknown>): Promise<void> {
  if (Object.keys(values).length === 0) return
  const fields = new Map((await listFields(ctx)).map((field) => [field.key, field]))
  const errors = Object.entries(values).flatMap(([key, value]): ErrorDetail[] => {
    const field = fields.get(key)
    // The value of a field that was deleted may go, too.
    if (value === null) return []
    const message = field ? errorOf(field, value) : 'is not a ticket field: create it with POST /v1/ticket-fields'
    return message ? [{ path: `/customFields/${key}`, message }] : []
  })
  if (errors.length > 0) throw invalidRequest('The custom fields are not valid.', errors)
}

function errorOf({ type, options }: TicketField, value: unknown): string | undefined {
  switch (type) {
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'must be a date, such as 2026-11-17'
    case 'select':
      return typeof value === 'string' && options.includes(value) ? undefined : `must be one of: ${options.join(', ')}`
    default:
      return typeof value === 'string' ? undefined : 'must be text'
  }
}

function isDate(text: string): boolean {
  const time = new Date(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}
