import { type Static, Type } from 'typebox'
import { OneOf, Uuid } from '../../kit/schema.ts'

export const Sandbox = Type.Object({
  environmentId: Uuid,
  state: OneOf(['ready', 'resetting', 'failed'], {
    description: '`failed`: the last reset has given up and left everything as it was.',
  }),
})
export type Sandbox = Static<typeof Sandbox>
