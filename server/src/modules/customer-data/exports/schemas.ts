import type { Readable } from 'node:stream'
import { Type } from 'typebox'

export const CustomerExport = Type.Unsafe<Readable>({
  type: 'object',
  additionalProperties: true,
  description: 'A list of rows per table, such as `orders` and `emails`.',
})
