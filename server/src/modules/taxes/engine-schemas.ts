import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '../../kit/schema.ts'

export const EngineDraft = Type.Object({
  url: Type.String({
    maxLength: 2000,
    description: 'Asked by POST at checkout. Begins with `https://`; in the sandbox also `http://`.',
    examples: ['https://taxes.example.com/reckon'],
  }),
})
export type EngineDraft = Static<typeof EngineDraft>

export const Engine = Type.Object({
  url: Nullable(Type.String({ description: 'Null: nobody is asked, the regions of the shop count.' })),
  updatedAt: Nullable(Timestamp),
})
export type Engine = Static<typeof Engine>

/** The one answer that holds the secret. */
export const EngineWithSecret = Type.Object({
  url: Type.String(),
  updatedAt: Timestamp,
  secret: Type.String({ description: 'Signs each question. It is shown this once: keep it.' }),
})
export type EngineWithSecret = Static<typeof EngineWithSecret>
