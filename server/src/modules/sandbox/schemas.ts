import { type Static, Type } from 'typebox'
import { OneOf, Uuid } from '../../kit/schema.ts'

export const Sandbox = Type.Object({
  environmentId: Uuid,
  status: OneOf(['ready', 'resetting', 'failed'], {
    description: '`failed`: the last reset failed and changed nothing.',
  }),
})
export type Sandbox = Static<typeof Sandbox>
