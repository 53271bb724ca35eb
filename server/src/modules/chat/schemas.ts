import { type Static, Type } from 'typebox'
import { Id, LINE_PATTERN, Nullable, OneOf, Optional, PageQuery, SingleLine, Timestamp } from '../../kit/schema.ts'
import { ANSWER_STATUSES, AnswerCard, AnswerEngine, AnswerUsage, Citation } from '../assistant/schemas.ts'

export const MAX_MESSAGE_LENGTH = 4000

/** An ID that a client made up must be as hard to guess as one of ours. */
export const CHAT_ID_PATTERN = '^[A-Za-z0-9_-]{16,100}$'
const ChatId = Type.String({
  pattern: CHAT_ID_PATTERN,
  description: 'The ID of the conversation, or the random ID that your chat client made up for it.',
})

/** A message as the AI SDK sends it. */
const ClientMessage = Type.Object(
  {
    id: Optional(Type.String({ maxLength: 100 })),
    role: Type.String({ maxLength: 20 }),
    parts: Optional(
      Type.Array(
        Type.Object(
          { type: Type.String({ maxLength: 100 }), text: Optional(Type.String()) },
          { additionalProperties: true },
        ),
        { maxItems: 500 },
      ),
    ),
    content: Optional(Type.String()),
  },
  { additionalProperties: true },
)
export type ClientMessage = Static<typeof ClientMessage>

const Locale = Type.String({
  pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  maxLength: 35,
  description: 'The language to answer in. Without it, the language of the message.',
  examples: ['de-DE'],
})

export const ChatRequest = Type.Object(
  {
    conversationId: Optional(
      Type.Unsafe<`conv_${string}`>({
        ...Id('conv'),
        description: 'Continues a conversation. Without it, a new one starts.',
      }),
    ),
    id: Optional(ChatId),
    message: Optional(
      Type.String({ minLength: 1, maxLength: MAX_MESSAGE_LENGTH, description: 'What the customer wrote.' }),
    ),
    messages: Optional(
      Type.Array(ClientMessage, {
        minItems: 1,
        maxItems: 1000,
        description: 'In place of `message`, as the AI SDK sends it: the last message of the user counts.',
      }),
    ),
    clientMessageId: Optional(SingleLine(100, 'Your ID of the message: the same ID is never answered twice.')),
    stream: Optional(Type.Boolean({ description: 'Streams the answer as server-sent events.' })),
    resumable: Optional(
      Type.Boolean({
        default: false,
        description: 'Completes the answer even if you disconnect, so that you can resume its stream.',
      }),
    ),
    visitorId: Optional(SingleLine(100, 'Your ID of the visitor, for budgets. Any text.')),
    customerToken: Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'The token of a signed-in customer: the assistant may then speak about their orders.',
      }),
    ),
    cartId: Optional(Id('cart')),
    locale: Optional(Locale),
    channel: Optional(OneOf(['api', 'widget'] as const, { default: 'api' })),
    trigger: Optional(OneOf(['submit-message', 'regenerate-message'] as const, { description: 'From the AI SDK.' })),
    messageId: Optional(Type.String({ maxLength: 100, description: 'From the AI SDK.' })),
  },
  { examples: [{ message: 'Do you have a blue jug?' }] },
)
export type ChatRequest = Static<typeof ChatRequest>

export const ChatToolCall = Type.Object({
  id: Type.String(),
  name: Type.String({ examples: ['search_catalog'] }),
  input: Type.Unknown(),
  ok: Type.Boolean(),
  output: Type.Unknown({ description: 'Null if the tool failed, or if there was too much of it to store.' }),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
})
export type ChatToolCall = Static<typeof ChatToolCall>

export const ChatNotice = Type.Object({
  code: Type.String({ examples: ['model_failed'] }),
  text: Type.String(),
})

export const ChatVerification = Type.Object({
  sentTo: Nullable(Type.String({ description: 'Where the code was sent, partly hidden. Null if none was sent yet.' })),
  expiresAt: Nullable(Timestamp),
})
export type ChatVerification = Static<typeof ChatVerification>

export const ChatHandover = Type.Object({ ticketId: Id('tkt'), ticketNumber: Type.Integer() })
export type ChatHandover = Static<typeof ChatHandover>

export const ChatStatus = OneOf(ANSWER_STATUSES, {
  description:
    '`clarification_required`: the assistant needs to know more. `unknown`: it has no answer. `handed_over`: a person answers from now on. `stopped`: the answer is incomplete.',
})

export const ChatAnswer = Type.Object({
  conversationId: Id('conv'),
  messageId: Id('cmsg'),
  status: ChatStatus,
  text: Type.String({ description: 'Markdown. Empty while a person answers.' }),
  citations: Type.Array(Citation),
  cards: Type.Array(AnswerCard),
  suggestions: Type.Array(Type.String()),
  notices: Type.Array(ChatNotice),
  toolCalls: Type.Array(ChatToolCall),
  engine: Nullable(AnswerEngine),
  usage: AnswerUsage,
  verification: Optional(ChatVerification),
  handover: Optional(ChatHandover),
  createdAt: Timestamp,
})
export type ChatAnswer = Static<typeof ChatAnswer>

const Rating = OneOf(['up', 'down'] as const)
const Role = OneOf(['customer', 'assistant', 'agent'] as const)

export const ChatMessage = Type.Object({
  id: Id('cmsg'),
  conversationId: Id('conv'),
  role: Role,
  text: Type.String(),
  status: Nullable(ChatStatus),
  intent: Nullable(Type.String()),
  citations: Type.Array(Citation),
  cards: Type.Array(AnswerCard),
  suggestions: Type.Array(Type.String()),
  notices: Type.Array(ChatNotice),
  toolCalls: Type.Array(ChatToolCall),
  engine: Nullable(AnswerEngine),
  usage: Nullable(AnswerUsage),
  durationMs: Nullable(Type.Integer()),
  authorName: Nullable(Type.String({ description: 'The member of the team, if `role` is `agent`.' })),
  rating: Nullable(Rating),
  clientMessageId: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type ChatMessage = Static<typeof ChatMessage>

const Owner = OneOf(['assistant', 'person'] as const, { description: 'Who answers.' })
const Status = OneOf(['open', 'closed'] as const)

export const ChatConversation = Type.Object({
  id: Id('conv'),
  channel: OneOf(['api', 'widget', 'openai', 'dashboard'] as const),
  owner: Owner,
  status: Status,
  visitorId: Nullable(Type.String()),
  customerId: Nullable(Id('cus')),
  verifiedEmail: Nullable(Type.String({ description: 'Proven by a code in this conversation.' })),
  cartId: Nullable(Id('cart')),
  locale: Nullable(Type.String()),
  ticketId: Nullable(Id('tkt')),
  answering: Type.Boolean({ description: 'Whether the assistant is writing an answer.' }),
  lastMessage: Type.Object({ role: Role, preview: Type.String(), createdAt: Timestamp }),
  messageCount: Type.Integer(),
  usage: AnswerUsage,
  rating: Nullable(Rating),
  ratingComment: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ChatConversation = Static<typeof ChatConversation>

/** A conversation in a list, with what tells it from others at a glance. */
export const ChatConversationSummary = Type.Object({
  ...ChatConversation.properties,
  customerName: Nullable(Type.String({ description: 'Of the signed-in customer.' })),
  lastStatus: Nullable(ChatStatus, { description: 'Of the last answer of the assistant. Null if there is none.' }),
})
export type ChatConversationSummary = Static<typeof ChatConversationSummary>

export const ChatHistory = Type.Object({
  ...ChatConversation.properties,
  messages: Type.Array(ChatMessage, { description: 'The last 100, oldest first.' }),
})
export type ChatHistory = Static<typeof ChatHistory>

export const ChatPath = Type.Object({ id: ChatId })
export const ChatMessagesQuery = PageQuery({})
export type ChatMessagesQuery = Static<typeof ChatMessagesQuery>

export const ChatConversationsQuery = PageQuery({
  owner: Optional(Owner),
  status: Optional(Status),
  customer: Optional(Id('cus')),
  ticket: Optional(
    Type.Unsafe<`tkt_${string}`>({ ...Id('tkt'), description: 'The ticket that they were handed over to.' }),
  ),
  channel: Optional(ChatConversation.properties.channel),
  q: Optional(
    Type.String({ minLength: 2, maxLength: 200, pattern: LINE_PATTERN, description: 'Finds words of messages.' }),
  ),
})
export type ChatConversationsQuery = Static<typeof ChatConversationsQuery>

export const ChatConversationChanges = Type.Object({ status: Optional(Status) })
export type ChatConversationChanges = Static<typeof ChatConversationChanges>

export const NewHandover = Type.Object({
  summary: Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'What the customer needs, for the person who takes over.',
    }),
  ),
})
export type NewHandover = Static<typeof NewHandover>

export const ChatFeedback = Type.Object({
  rating: Rating,
  messageId: Optional(
    Type.Unsafe<`cmsg_${string}`>({
      ...Id('cmsg'),
      description: 'The answer that it is about. Without it, the whole conversation.',
    }),
  ),
  comment: Optional(Type.String({ minLength: 1, maxLength: 2000 })),
})
export type ChatFeedback = Static<typeof ChatFeedback>

const QUESTION_STATUSES = ['unknown', 'clarification_required', 'handed_over'] as const

export const ChatQuestion = Type.Object({
  id: Id('cmsg'),
  conversationId: Id('conv'),
  question: Type.String(),
  answer: Type.String(),
  status: OneOf(QUESTION_STATUSES),
  intent: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  resolved: Type.Boolean({ description: 'Whether your team dealt with it, such as with an article.' }),
  createdAt: Timestamp,
})
export type ChatQuestion = Static<typeof ChatQuestion>

export const ChatQuestionsQuery = PageQuery({
  status: Optional(OneOf(QUESTION_STATUSES, { description: 'All three, if omitted.' })),
  resolved: Optional(Type.Boolean({ default: false })),
  createdFrom: Optional(Timestamp),
  createdTo: Optional(Timestamp),
})
export type ChatQuestionsQuery = Static<typeof ChatQuestionsQuery>

export const ChatQuestionPath = Type.Object({ id: Id('cmsg') })
export const ChatQuestionChanges = Type.Object({ resolved: Optional(ChatQuestion.properties.resolved) })
export type ChatQuestionChanges = Static<typeof ChatQuestionChanges>
