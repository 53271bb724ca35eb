import * as assistant from '../modules/assistant/schemas.ts'
import * as openai from '../modules/chat/openai/schemas.ts'
import * as chat from '../modules/chat/schemas.ts'
import * as tools from '../modules/chat-tools/schemas.ts'

/** Conversations with the assistant. */
export const chatSchemas = {
  ChatRequest: chat.ChatRequest,
  ChatAnswer: chat.ChatAnswer,
  ChatStatus: chat.ChatStatus,
  ChatMessage: chat.ChatMessage,
  ChatMessageRole: chat.ChatMessage.properties.role,
  ChatRating: chat.ChatFeedback.properties.rating,
  ChatConversation: chat.ChatConversation,
  ChatConversationChanges: chat.ChatConversationChanges,
  ChatChannel: chat.ChatConversation.properties.channel,
  ChatConversationStatus: chat.ChatConversation.properties.status,
  ChatLastMessage: chat.ChatConversation.properties.lastMessage,
  ChatOwner: chat.ChatConversation.properties.owner,
  ChatHistory: chat.ChatHistory,
  ChatHandover: chat.ChatHandover,
  ChatVerification: chat.ChatVerification,
  NewChatHandover: chat.NewHandover,
  ChatFeedback: chat.ChatFeedback,
  ChatQuestion: chat.ChatQuestion,
  ChatQuestionStatus: chat.ChatQuestion.properties.status,
  ChatToolCall: chat.ChatToolCall,
  // Of a tool, and of a ticket in a bulk update.
  ItemError: chat.ChatToolCall.properties.error.anyOf[0],
  ChatNotice: chat.ChatNotice,
  ChatCitation: assistant.Citation,
  ChatCard: assistant.AnswerCard,
  ChatEngine: assistant.AnswerEngine,
  ChatUsage: assistant.AnswerUsage,
  ChatProductCard: tools.ProductCard,
  ChatCartSummary: tools.CartSummary,
  ChatOrderSummary: tools.OrderSummary,
  ChatCompletionRequest: openai.ChatCompletionRequest,
  ChatCompletion: openai.ChatCompletion,
}
