import { type Static, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { Money } from './money.ts'

/** ISO 8601 in UTC, on the wire and in rows: one format everywhere, so nothing is converted in between. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

export const Uuid = Type.String({ format: 'uuid' })

/** The parameters of dashboard routes that concern a whole workspace. */
export const WorkspacePath = Type.Object({ workspaceId: Uuid })

export const Id = <Kind extends string>(kind: Kind) =>
  Type.Unsafe<`${Kind}_${string}`>(
    Type.String({ pattern: `^${kind}_[0-9a-hjkmnp-tv-z]{26}$`, examples: [`${kind}_01k9z3h8x2f7mtv4q6bw0ncdre`] }),
  )

/** Who made a change, in ledgers and events. */
export const Actor = Type.String({
  description: 'Who made the change: `key:…`, `member:…`, `visitor` or `system`.',
  examples: ['key:key_01k9z3h8x2f7mtv4q6bw0ncdre'],
})

/** A field that may be omitted. */
export const Optional = Type.Optional

/** Rejects empty text: clients omit the field instead. */
export const NonEmptyText = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) })

/** Control characters and line separators: in a name, a line break would add lines to an email. */
const CONTROL_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
export const LINE_PATTERN = `^[^${CONTROL_CHARACTERS}]*$`
/** The same, and not blank. */
export const NAME_PATTERN = `^(?=.*\\S)[^${CONTROL_CHARACTERS}]*$`

/** `NonEmptyText` on one line, such as the parts of an address. */
export const SingleLine = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: LINE_PATTERN, ...(description && { description }) })

export const OneOf = <const Values extends readonly string[]>(values: Values, options: TSchemaOptions = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options })

export const Nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** One of several shapes, distinguished by a field: errors are about the chosen shape, not about all of them. */
export const TaggedUnion = <Shapes extends TSchema[]>(propertyName: string, shapes: [...Shapes]) =>
  Type.Unsafe<Static<Shapes[number]>>({
    type: 'object',
    discriminator: { propertyName },
    required: [propertyName],
    oneOf: shapes,
  })

export const PageQuery = <Filters extends TProperties>(filters: Filters) =>
  Type.Object({
    limit: Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Number of results to return.' }),
    ),
    // It can contain a title of 255 characters, each of which takes up to six here.
    cursor: Optional(Type.String({ maxLength: 2000, description: 'The `nextCursor` of the previous page.' })),
    ...filters,
  })

/** Filter of lists that programs copy into another system. */
export const UpdatedFrom = Type.String({
  ...Timestamp,
  description:
    'Changed at or after this time, oldest change first. A change becomes visible some seconds after its `updatedAt`: let the next run start a few minutes earlier.',
})

export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    nextCursor: Nullable(
      Type.String({ description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
    ),
  })

export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({
          description: 'Stable error code for programs. See the list of codes in the docs.',
          examples: ['not_found'],
        }),
        message: Type.String({ description: 'Message for people: what is wrong and what to do.' }),
        details: Optional(
          Type.Array(
            Type.Object(
              {
                path: Type.String(),
                message: Type.String(),
                actual: Optional(Type.Integer({ description: 'The current number, such as the units on hand.' })),
                available: Optional(Type.Integer({ description: 'The units left.' })),
                limit: Optional(Type.Integer({ description: 'The highest number allowed.' })),
                amount: Optional(Type.Object(Money.properties, { description: 'The current amount.' })),
                maxAmount: Optional(Type.Object(Money.properties, { description: 'The highest amount allowed.' })),
              },
              { additionalProperties: true },
            ),
            { description: 'Every error in the request, each with the path of its field.' },
          ),
        ),
        retryAfter: Optional(Type.Integer({ description: 'Seconds to wait before you retry. Only on 429.' })),
        requestId: Type.String({ description: 'ID of the request, the same as in the header `X-Request-Id`.' }),
      },
      {
        additionalProperties: true,
        description: 'Some codes have further fields, such as the `id` that was not found.',
      },
    ),
  },
  { $id: 'Error' },
)
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

/** For a variant, or for the workspace as the default of all variants. */
export const MaxQuantityPerOrder = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: 'Maximum number of units of a variant in one order, across all its items. Null means no limit.',
  examples: [5],
})
