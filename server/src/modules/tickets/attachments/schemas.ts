import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Optional } from '../../../kit/schema.ts'
import { TicketAttachment } from '../schemas.ts'

export const Attachment = TicketAttachment
export type Attachment = Static<typeof Attachment>

export const AttachmentPath = Type.Object({ id: Id('att') })

export const AttachmentQuery = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: NAME_PATTERN,
    description: 'Name of the file.',
    examples: ['invoice.pdf'],
  }),
  contentId: Optional(
    Type.String({
      pattern: '^[A-Za-z0-9@._+-]{1,200}$',
      description: 'For an image inside the HTML of a message, which references it as `cid:…`.',
    }),
  ),
})
