import type { ShippingOption } from '../../chat-tools/schemas.ts'
import { countryName } from './countries.ts'
import { findTextAnswer, MIN_SCORE } from './texts.ts'
import { offerPerson, type Reply, type Turn, toolFailure } from './turn.ts'

export async function answerShipping(turn: Turn): Promise<Reply> {
  const { entities, phrases, request, language, format } = turn
  const { country, postalCode } = entities
  if (country === null) return askCountry(turn)
  const result = await request.callTool('get_shipping_rates', { country, ...(postalCode && { postalCode }) })
  const name = countryName(country, language)
  if (!result.ok) {
    const text = result.code === 'not_found' || result.code === 'rejected' ? await findTextAnswer(turn) : undefined
    return text && text.score >= MIN_SCORE ? text.reply : toolFailure(turn, result.code)
  }
  const { options, freeFrom, exampleProduct } = result.output
  if (options.length === 0) return offerPerson(turn, [phrases.noShipping(name)], 'answered')
  return {
    status: 'answered',
    text: [
      exampleProduct ? phrases.shippingToFor(name, exampleProduct) : phrases.shippingTo(name),
      ...options.map((option) => `\n- ${describeOption(turn, option)}`),
      ...(freeFrom ? [`\n${phrases.shippingFreeFrom(format.money(freeFrom))}`] : []),
    ],
  }
}

function askCountry({ phrases, language }: Turn): Reply {
  const suggestions = ['DE', 'AT', 'FR'].map((code) => countryName(code, language))
  return { status: 'clarification_required', text: [phrases.askCountry], suggestions, pending: { slot: 'country' } }
}

function describeOption({ phrases, format }: Turn, { title, amount, minDays, maxDays }: ShippingOption): string {
  const max = maxDays ?? minDays
  const days = max === null || max === 0 ? null : phrases.shippingDays(minDays ?? max, max)
  return phrases.shippingOption(title, amount.amount === 0 ? phrases.free : format.money(amount), days)
}
