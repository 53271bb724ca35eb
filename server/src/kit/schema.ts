import { type Static, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox'

/** ISO 8601 in UTC, on the wire and in rows: one format everywhere, so nothing is converted in between. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

export const Uuid = Type.String({ format: 'uuid' })

export const Id = <Kind extends string>(kind: Kind) =>
  Type.Unsafe<`${Kind}_${string}`>(
    Type.String({ pattern: `^${kind}_[0-9a-hjkmnp-tv-z]{26}$`, examples: [`${kind}_01k9z3h8x2f7mtv4q6bw0ncdre`] }),
  )

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
    limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many to return.' })),
    cursor: Optional(
      Type.String({ maxLength: 500, description: 'The `nextCursor` of the page before, to go on from there.' }),
    ),
    ...filters,
  })

export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page; null on the last.' })),
  })

export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'For programs: stable, one of a documented list.', examples: ['not_found'] }),
      message: Type.String({ description: 'For people: what went wrong and what to do.' }),
      details: Optional(
        Type.Array(
          Type.Object({
            path: Type.String(),
            message: Type.String(),
            actual: Optional(Type.Integer({ description: 'Of stock: the number that is there in truth.' })),
          }),
          { description: 'Every fault of the request, each with the path of the field.' },
        ),
      ),
      retryAfter: Optional(Type.Integer({ description: 'Seconds to wait, on 429.' })),
      requestId: Type.String({ description: 'The same as the header `X-Request-Id`.' }),
    }),
  },
  { $id: 'Error' },
)
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

/** For a variant, or for the workspace as the default of all variants. */
export const MaxQuantityPerOrder = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: 'How many units of a variant one order can contain, over all its lines. Null: no limit.',
  examples: [5],
})
