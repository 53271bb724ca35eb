import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import { getMessage } from '../tickets/messages/messages.ts'
import { getLocked, notifyChatChanged, withMessage } from './conversations.ts'
import { listIdsByTicket } from './list-queries.ts'
import * as queries from './queries.ts'

/**
 * Repeats a reply on a ticket in the conversation that it belongs to, exactly once. Who replies owns the conversation,
 * whichever way they did: an answer that the assistant is writing is dropped.
 */
export async function deliverReply(ctx: Ctx, ticketId: string, messageId: string): Promise<void> {
  const conversations = await listIdsByTicket(ctx, ticketId)
  if (conversations.length === 0) return
  const { visibleText: text, author, automatic } = await getMessage(ctx, messageId)
  if (text === '') return
  for (const { id } of conversations) {
    await transaction(ctx, async (ctx) => {
      const conversation = await getLocked(ctx, id)
      const message = {
        id: newId('cmsg'),
        conversationId: id,
        role: 'agent',
        text,
        authorName: author.name,
        ticketMessageId: messageId,
        createdAt: ctx.now.toISOString(),
      } as const
      if ((await queries.insertMessage(ctx, message)) === 0) return
      const takesOver = { owner: 'person', turnId: null, turnMessageId: null, turnHeartbeatAt: null } as const
      await queries.saveConversation(ctx, {
        ...conversation,
        ...withMessage(conversation, message),
        ...(!automatic && takesOver),
      })
      await emit(ctx, 'chat.message_created', { conversationId: id, messageId: message.id, role: 'agent' })
      notifyChatChanged(ctx, id)
    })
  }
}
