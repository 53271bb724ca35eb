import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { emit } from '../../../events/emit.ts'
import { assertIfMatch } from '../../../http/responses/etag.ts'
import { decrypt, encrypt } from '../../../kit/encryption.ts'
import { type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { isCurrency } from '../../../kit/money.ts'
import type { ModelAddress } from '../../../ports/language-model.ts'
import * as queries from './queries.ts'
import type {
  AssistantModelInput,
  AssistantSettings,
  AssistantSettingsInput,
  StoredModel,
  StoredSettings,
} from './schemas.ts'

const DEFAULT_SETTINGS: StoredSettings = {
  active: true,
  name: 'Assistant',
  greeting: null,
  instructions: null,
  engine: 'embedded',
  model: null,
  budgets: {
    conversationTokens: 200_000,
    visitorDailyTokens: 500_000,
    dailyTokens: 5_000_000,
    monthlyCost: null,
  },
}

const sealContext = (ctx: Ctx): string => `assistant model key ${ctx.environmentId}`

/** How the assistant answers now, with the address of its model if that is usable. */
export interface AssistantConfiguration extends StoredSettings {
  address: ModelAddress | null
}

export async function loadConfiguration(ctx: Ctx): Promise<AssistantConfiguration> {
  const row = await queries.readSettings(ctx)
  const settings = row.settings ?? DEFAULT_SETTINGS
  const { engine, model } = settings
  return { ...settings, address: engine === 'model' && model ? toAddress(ctx, model, openKey(ctx, row)) : null }
}

/** Null without a key that its server needs, as in a sandbox that was copied from live. */
function toAddress(ctx: Ctx, { provider, url, name }: StoredModel, key: string | null): ModelAddress | null {
  if (key === null && !isOperatorModel(ctx, url)) return null
  return { provider, url, model: name, key, allowHttp: ctx.mode === 'test' }
}

/** The operator's own model may need no key. */
const isOperatorModel = (ctx: Ctx, url: string | null): boolean => url !== null && ctx.external.isOperatorModelUrl(url)

const openKey = (ctx: Ctx, { sealedKey }: queries.SettingsRow): string | null =>
  sealedKey && decrypt(sealedKey, ctx.secretFor('assistant'), sealContext(ctx))

export const getSettings = async (ctx: Ctx): Promise<AssistantSettings> => toResponse(await queries.readSettings(ctx))

function toResponse({ settings, version, keyLast4, updatedAt }: queries.SettingsRow): AssistantSettings {
  const { model, ...rest } = settings ?? DEFAULT_SETTINGS
  return { ...rest, model: model && { ...model, keyLast4 }, version, updatedAt }
}

/** Fields that are omitted get their default; the key is kept as long as it would go to the same server. */
export function replaceSettings(
  ctx: Ctx,
  input: AssistantSettingsInput,
  ifMatch: string | undefined,
): Promise<AssistantSettings> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const row = await queries.readSettings(ctx)
    assertIfMatch(ifMatch, row.version)
    const { model: modelInput = null, budgets, ...rest } = input
    const next: StoredSettings = {
      ...DEFAULT_SETTINGS,
      ...rest,
      model: modelInput && toStoredModel(modelInput),
      budgets: { ...DEFAULT_SETTINGS.budgets, ...budgets },
    }
    const key = resolveKey(row, modelInput)
    assertValid(ctx, next, key)
    if (key === null && row.sealedKey !== null) await queries.deleteKey(ctx)
    if (key !== null && key !== 'stored') {
      await queries.saveKey(ctx, encrypt(key.text, ctx.secretFor('assistant'), sealContext(ctx)), key.text.slice(-4))
    }
    const isSame = isDeepStrictEqual(row.settings, next) && (key === 'stored' || (key === null && !row.sealedKey))
    if (!isSame) {
      await queries.saveSettings(ctx, row.version + 1, next)
      await emit(ctx, 'assistant_settings.updated', { version: row.version + 1, engine: next.engine })
    }
    return getSettings(ctx)
  })
}

function toStoredModel({ provider, url = null, name, inputPrice = null, outputPrice = null }: AssistantModelInput) {
  return { provider, url, name, inputPrice, outputPrice }
}

type Key = { text: string } | 'stored' | null

/** A stored key is never sent to another server than the one it was entered for. */
function resolveKey({ settings, sealedKey }: queries.SettingsRow, input: AssistantModelInput | null): Key {
  if (!input || input.key === null) return null
  if (input.key !== undefined) return { text: input.key }
  const stored = settings?.model
  const isSameServer = stored?.provider === input.provider && stored.url === (input.url ?? null)
  return sealedKey !== null && isSameServer ? 'stored' : null
}

/** What to try before it is saved: a model of the request, or the stored one. */
export async function resolveAddress(ctx: Ctx, input: AssistantModelInput | undefined): Promise<ModelAddress> {
  const row = await queries.readSettings(ctx)
  const model = input ? toStoredModel(input) : row.settings?.model
  if (!model) throw invalidRequest('No model is configured.', [{ path: '/model', message: 'must name a model' }])
  const key = input ? resolveKey(row, input) : row.sealedKey === null ? null : 'stored'
  assertValid(ctx, { ...DEFAULT_SETTINGS, engine: 'model', model }, key)
  const text = key === 'stored' ? openKey(ctx, row) : (key?.text ?? null)
  return { provider: model.provider, url: model.url, model: model.name, key: text, allowHttp: ctx.mode === 'test' }
}

/** Rules that JSON Schema can't express. */
function assertValid(ctx: Ctx, { engine, model, budgets }: StoredSettings, key: Key): void {
  const errors: ErrorDetail[] = []
  if (engine === 'model' && !model) errors.push({ path: '/model', message: 'must be set when engine is model' })
  if (model) {
    const urlError = model.url === null ? undefined : validateUrl(ctx, model.url)
    if (urlError) errors.push({ path: '/model/url', message: urlError })
    if (engine === 'model' && key === null && !isOperatorModel(ctx, model.url)) {
      errors.push({ path: '/model/key', message: 'must be sent: there is no stored key for this provider and URL' })
    }
  }
  errors.push(...validatePrices(model, budgets.monthlyCost))
  if (errors.length > 0) throw invalidRequest('The body is not valid.', errors)
}

const validateUrl = (ctx: Ctx, url: string): string | undefined =>
  ctx.external.validateModelUrl(url, { allowHttp: ctx.mode === 'test' })

/** A budget can only be compared with costs in its own currency, and only if every token has a price. */
function validatePrices(model: StoredModel | null, monthlyCost: StoredSettings['budgets']['monthlyCost']) {
  const errors: ErrorDetail[] = []
  const { inputPrice = null, outputPrice = null } = model ?? {}
  if (model && (inputPrice === null) !== (outputPrice === null)) {
    errors.push({ path: '/model/outputPrice', message: 'must be set together with inputPrice' })
  }
  const prices = { '/model/inputPrice/currency': inputPrice, '/model/outputPrice/currency': outputPrice }
  for (const [path, price] of Object.entries(prices)) {
    if (price && !isCurrency(price.currency)) errors.push({ path, message: 'must be an ISO 4217 currency' })
  }
  if (inputPrice && outputPrice && inputPrice.currency !== outputPrice.currency) {
    errors.push({ path: '/model/outputPrice/currency', message: `must be ${inputPrice.currency}, like inputPrice` })
  }
  if (monthlyCost && !inputPrice) {
    errors.push({ path: '/budgets/monthlyCost', message: 'needs the prices of the model' })
  }
  if (monthlyCost && inputPrice && monthlyCost.currency !== inputPrice.currency) {
    errors.push({ path: '/budgets/monthlyCost/currency', message: `must be ${inputPrice.currency}, like the prices` })
  }
  return errors
}
