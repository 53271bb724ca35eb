import { type Static, Type } from 'typebox'
import { NonNegativeMoney, PositiveMoney } from '../../../kit/money.ts'
import { LINE_PATTERN, NAME_PATTERN, Nullable, OneOf, Optional, SingleLine, Timestamp } from '../../../kit/schema.ts'

export const MODEL_PROVIDERS = ['openai', 'anthropic'] as const

const connection = {
  provider: OneOf(MODEL_PROVIDERS, {
    description: 'Protocol of the model: `openai` for OpenAI and every compatible server, `anthropic` for Anthropic.',
  }),
  url: Nullable(
    Type.String({
      maxLength: 500,
      pattern: '^https?://',
      description: 'Where the API of the model is, without `/chat/completions`. Null for the provider’s own.',
      examples: ['https://llm.example.com/v1'],
    }),
  ),
  name: SingleLine(200, 'Name of the model, as the provider spells it.'),
}

const prices = {
  inputPrice: Nullable(NonNegativeMoney, { description: 'Price of a million input tokens. Null if unknown.' }),
  outputPrice: Nullable(NonNegativeMoney, { description: 'Price of a million output tokens. Null if unknown.' }),
}

const Key = Nullable(
  Type.String({
    minLength: 8,
    maxLength: 500,
    pattern: LINE_PATTERN,
    description: 'Key of the model. Never returned.',
  }),
  {
    description:
      'Key of the model. It is stored encrypted and never returned. If you omit it, the stored key is kept; a new provider or URL needs its key again. Null deletes it.',
  },
)

/** A model as a shop stores it. Its key is stored elsewhere. */
export const StoredModel = Type.Object({ ...connection, ...prices })
export type StoredModel = Static<typeof StoredModel>

export const AssistantModel = Type.Object({
  ...StoredModel.properties,
  keyLast4: Nullable(Type.String({ description: 'The last four characters of the stored key.' })),
})

export const AssistantModelInput = Type.Object({
  ...connection,
  url: Optional(connection.url),
  key: Optional(Key),
  inputPrice: Optional(prices.inputPrice),
  outputPrice: Optional(prices.outputPrice),
})
export type AssistantModelInput = Static<typeof AssistantModelInput>

const Tokens = (description: string) =>
  Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), {
    description: `${description} Null for no limit.`,
  })

export const AssistantBudgets = Type.Object({
  conversationTokens: Tokens('Tokens that a model may use in one conversation.'),
  visitorDailyTokens: Tokens('Tokens that a model may use for one visitor in a day.'),
  dailyTokens: Tokens('Tokens that a model may use in a day.'),
  monthlyCost: Nullable(PositiveMoney, {
    description: 'What a model may cost in a month, in the currency of its prices. Null for no limit.',
  }),
})
export type AssistantBudgets = Static<typeof AssistantBudgets>

const common = {
  active: Type.Boolean({
    description: 'Whether the assistant answers. If it does not, every conversation goes to a person.',
  }),
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: NAME_PATTERN,
    description: 'What the assistant calls itself.',
    examples: ['Hazel'],
  }),
  greeting: Nullable(Type.String({ minLength: 1, maxLength: 500 }), {
    description: 'The first words of the chat. Null for the default.',
  }),
  instructions: Nullable(Type.String({ minLength: 1, maxLength: 2000 }), {
    description: 'How a model should sound. It changes the tone of its answers, not its rules.',
  }),
  engine: OneOf(['embedded', 'model'], {
    description:
      '`embedded`: the assistant of this server, without a model and without any request to other servers. `model`: the configured model; the embedded assistant takes over when it fails.',
  }),
}

/** What is stored: everything but the key. */
export const StoredSettings = Type.Object({ ...common, model: Nullable(StoredModel), budgets: AssistantBudgets })
export type StoredSettings = Static<typeof StoredSettings>

export const AssistantSettings = Type.Object({
  ...common,
  model: Nullable(AssistantModel),
  budgets: AssistantBudgets,
  version: Type.Integer(),
  updatedAt: Nullable(Timestamp),
})
export type AssistantSettings = Static<typeof AssistantSettings>

export const AssistantSettingsInput = Type.Object({
  active: Optional(common.active),
  name: Optional(common.name),
  greeting: Optional(common.greeting),
  instructions: Optional(common.instructions),
  engine: Optional(common.engine),
  model: Optional(Nullable(AssistantModelInput)),
  budgets: Optional(Type.Partial(AssistantBudgets)),
})
export type AssistantSettingsInput = Static<typeof AssistantSettingsInput>

export const ModelTest = Type.Object({ model: Optional(AssistantModelInput) })
export type ModelTest = Static<typeof ModelTest>

export const ModelTestResult = Type.Object({
  ok: Type.Boolean(),
  message: Type.String({ description: 'What the model answered, or what is wrong and what to do.' }),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
})
export type ModelTestResult = Static<typeof ModelTestResult>
