import { type Static, Type } from 'typebox'
import { Timestamp } from '../../kit/schema.ts'
import { CarrierName } from './rate-schemas.ts'

export const MAX_CARRIERS = 20

export const CarrierPath = Type.Object({ name: CarrierName })
export const CarrierDraft = Type.Object({
  url: Type.String({
    maxLength: 2000,
    description: 'Asked by POST for live rates. Begins with `https://`; in the sandbox also `http://`.',
    examples: ['https://rates.example.com/quote'],
  }),
})
export type CarrierDraft = Static<typeof CarrierDraft>

export const Carrier = Type.Object({ name: CarrierName, url: Type.String(), updatedAt: Timestamp })
export type Carrier = Static<typeof Carrier>
export const Carriers = Type.Object({ data: Type.Array(Carrier, { description: 'Sorted by name.' }) })

/** The one answer that holds the secret. */
export const CarrierWithSecret = Type.Object({
  name: CarrierName,
  url: Type.String(),
  updatedAt: Timestamp,
  secret: Type.String({ description: 'Signs each question. It is shown this once: keep it.' }),
})
export type CarrierWithSecret = Static<typeof CarrierWithSecret>
