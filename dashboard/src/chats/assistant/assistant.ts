import { formatDecimal } from '../../../../sdk/src/money.ts'
import type { RequestBody, ResponseBody } from '../../api.ts'
import { useRead, useWrite } from '../../resource.ts'
import { type Money, moneyInputError, parseMoney } from '../../ui/money.ts'
import { parseWholeNumber } from '../../ui/whole-number.ts'

export type AssistantSettings = ResponseBody<'/v1/assistant/settings'>
type AssistantSettingsInput = RequestBody<'/v1/assistant/settings', 'put'>
export type AssistantModelInput = NonNullable<AssistantSettingsInput['model']>

export const useAssistantSettings = () => useRead('/v1/assistant/settings')
export const useReplaceAssistantSettings = (version: number) =>
  useWrite('put', '/v1/assistant/settings', {}, { version })
export const useTestModel = () => useWrite('post', '/v1/assistant/settings/test', {}, { gcTime: 0 })

/** What the form edits. An empty number is no limit; an empty key is the stored one. */
export interface AssistantFields {
  active: boolean
  name: string
  greeting: string
  instructions: string
  engine: AssistantSettings['engine']
  provider: AssistantModelInput['provider']
  url: string
  model: string
  key: string
  currency: string
  inputPrice: string
  outputPrice: string
  conversationTokens: string
  visitorDailyTokens: string
  dailyTokens: string
  monthlyCost: string
}

/** What each part of the form gets. */
export interface FieldsProps {
  fields: AssistantFields
  edit: (changes: Partial<AssistantFields>) => void
  readOnly: boolean
  error: Error | null
}

const DEFAULT_CURRENCY = 'USD'

export function toFields(settings: AssistantSettings): AssistantFields {
  const { active, name, greeting, instructions, engine, model, budgets } = settings
  return {
    active,
    name,
    greeting: greeting ?? '',
    instructions: instructions ?? '',
    engine,
    provider: model?.provider ?? 'openai',
    url: model?.url ?? '',
    model: model?.name ?? '',
    key: '',
    currency: model?.inputPrice?.currency ?? budgets.monthlyCost?.currency ?? DEFAULT_CURRENCY,
    inputPrice: toAmount(model?.inputPrice),
    outputPrice: toAmount(model?.outputPrice),
    conversationTokens: toNumber(budgets.conversationTokens),
    visitorDailyTokens: toNumber(budgets.visitorDailyTokens),
    dailyTokens: toNumber(budgets.dailyTokens),
    monthlyCost: toAmount(budgets.monthlyCost),
  }
}

const toAmount = (money: Money | null | undefined): string => (money ? formatDecimal(money) : '')
const toNumber = (value: number | null): string => (value === null ? '' : String(value))

/** The model as the form has it; null while it has no name. */
export function toModel(fields: AssistantFields): AssistantModelInput | null {
  const { provider, url, model, key, currency, inputPrice, outputPrice } = fields
  if (model.trim() === '') return null
  return {
    provider,
    name: model.trim(),
    url: url.trim() || null,
    ...(key.trim() && { key: key.trim() }),
    inputPrice: parseMoney(inputPrice, currency) ?? null,
    outputPrice: parseMoney(outputPrice, currency) ?? null,
  }
}

export function toInput(fields: AssistantFields): AssistantSettingsInput {
  const { active, name, greeting, instructions, engine, currency, monthlyCost } = fields
  const limit = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    active,
    name: name.trim(),
    greeting: greeting.trim() || null,
    instructions: instructions.trim() || null,
    engine,
    model: toModel(fields),
    budgets: {
      conversationTokens: limit(fields.conversationTokens),
      visitorDailyTokens: limit(fields.visitorDailyTokens),
      dailyTokens: limit(fields.dailyTokens),
      monthlyCost: parseMoney(monthlyCost, currency) ?? null,
    },
  }
}

/** As many digits as the inputs take; the server would take more. */
export const TOKEN_RANGE = { min: 0, max: 9_999_999_999 }

/** Why the form cannot be saved; checked before a request is sent. */
export function validate(fields: AssistantFields): string | undefined {
  const { name, engine, model, currency, inputPrice, outputPrice, monthlyCost } = fields
  if (name.trim() === '') return 'Enter a name for the assistant.'
  if (engine === 'model' && model.trim() === '') return 'Enter the name of the model.'
  if ([inputPrice, outputPrice, monthlyCost].some((text) => moneyInputError(text, currency))) {
    return 'Check the amounts.'
  }
  if ((inputPrice.trim() === '') !== (outputPrice.trim() === '')) return 'Enter both prices, or none.'
  if (monthlyCost.trim() !== '' && inputPrice.trim() === '') return 'A budget in money needs the prices of the model.'
  const tokens = [fields.conversationTokens, fields.visitorDailyTokens, fields.dailyTokens]
  if (tokens.some((text) => parseWholeNumber(text, TOKEN_RANGE) === undefined)) return 'Check the token budgets.'
  return undefined
}

/** What each part of the form gets. */
export interface FieldsProps {
  fields: AssistantFields
  edit: (changes: Partial<AssistantFields>) => void
  readOnly: boolean
  error: Error | null
}
