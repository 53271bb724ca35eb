import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { Person } from '../../customers/identity/identity.ts'

export const ExportedRow = Type.Object({
  /** Where the next page continues. */
  position: Type.String(),
  row: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
})

export const PAGE_SIZE = 200

export type ListRows = (ctx: Ctx, person: Person, after: string) => Promise<Type.Static<typeof ExportedRow>[]>
