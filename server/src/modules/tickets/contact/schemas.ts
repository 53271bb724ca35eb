import { type Static, Type } from 'typebox'
import { NAME_PATTERN, NonEmptyText, Optional } from '../../../kit/schema.ts'
import { EmailAddress } from '../../customers/schemas.ts'

export const ContactMessage = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN }),
    email: EmailAddress,
    subject: Optional(Type.String({ minLength: 1, maxLength: 500, pattern: NAME_PATTERN })),
    message: NonEmptyText(20_000),
    orderNumber: Optional(
      Type.String({
        pattern: '^#?[0-9]{1,12}$',
        description: 'Linked to the ticket if the order has the same email.',
        examples: ['#1001'],
      }),
    ),
    website: Optional(
      Type.String({
        maxLength: 2000,
        description: 'A field that people don’t see. Whoever fills it in is a bot, and the ticket is spam.',
      }),
    ),
    elapsedMs: Optional(
      Type.Integer({
        minimum: 0,
        description: 'Milliseconds from when the form was shown until it was sent. Nobody writes within two seconds.',
      }),
    ),
  },
  {
    examples: [
      { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Do you ship to Iceland?', orderNumber: '#1001' },
    ],
  },
)
export type ContactMessage = Static<typeof ContactMessage>

export const ContactReceipt = Type.Object({ received: Type.Literal(true) })
