import { type Static, Type } from 'typebox'
import { Nullable, Optional } from '../../../kit/schema.ts'
import { Citation } from '../../assistant/schemas.ts'

/** The only model: the assistant, whatever model it uses itself. */
export const MODEL = 'storedesk-assistant'

const OpenAiMessage = Type.Object(
  {
    role: Type.String({ maxLength: 20 }),
    content: Optional(Type.Unknown({ description: 'Text, or an array of parts of which those with text count.' })),
  },
  { additionalProperties: true },
)
export type OpenAiMessage = Static<typeof OpenAiMessage>

export const ChatCompletionRequest = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 100, examples: [MODEL] }),
    messages: Type.Array(OpenAiMessage, {
      minItems: 1,
      maxItems: 1000,
      description: 'The last message of the user is answered. System and assistant messages are ignored.',
    }),
    stream: Optional(Nullable(Type.Boolean())),
    stream_options: Optional(
      Nullable(Type.Object({ include_usage: Optional(Type.Boolean()) }, { additionalProperties: true })),
    ),
    user: Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Your ID of the visitor, for budgets.' })),
    metadata: Optional(
      Nullable(
        Type.Object(
          {
            conversation_id: Optional(
              Type.String({ maxLength: 100, description: 'Continues a conversation, from `conversation_id`.' }),
            ),
            customer_token: Optional(Type.String({ maxLength: 4096, description: 'Of a signed-in customer.' })),
          },
          { additionalProperties: true },
        ),
      ),
    ),
  },
  {
    additionalProperties: true,
    description: 'Other parameters of the OpenAI API are accepted and ignored.',
    examples: [{ model: MODEL, messages: [{ role: 'user', content: 'Do you have a blue jug?' }] }],
  },
)
export type ChatCompletionRequest = Static<typeof ChatCompletionRequest>

const OpenAiUsage = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
})

export const ChatCompletion = Type.Object({
  id: Type.String(),
  object: Type.Literal('chat.completion'),
  created: Type.Integer(),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Integer(),
      message: Type.Object({ role: Type.Literal('assistant'), content: Type.String(), refusal: Type.Null() }),
      logprobs: Type.Null(),
      finish_reason: Type.Literal('stop'),
    }),
  ),
  usage: OpenAiUsage,
  conversation_id: Type.String({ description: 'Send it as `metadata.conversation_id` to continue.' }),
  status: Type.String({ description: 'As in `POST /v1/chat`.' }),
  citations: Type.Array(Citation),
})
export type ChatCompletion = Static<typeof ChatCompletion>

export const OpenAiModelList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      object: Type.Literal('model'),
      created: Type.Integer(),
      owned_by: Type.String(),
    }),
  ),
  nextCursor: Type.Null(),
})

export const OpenAiError = Type.Object({
  error: Type.Object({
    message: Type.String(),
    type: Type.String({ examples: ['invalid_request_error'] }),
    param: Nullable(Type.String()),
    code: Type.String({ examples: ['not_found'] }),
  }),
})
