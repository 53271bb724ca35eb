import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { RELATIONS_OF, type Rule } from './rule-schema.ts'
import { isOfNumbers, plain } from './rules.ts'

/** Without a rule everything would be in, or nothing: neither is what somebody meant who has chosen rules. */
export function refuseUnfitRules(rules: Rule[], currency: string): void {
  const faults = rules.length > 0 ? faultsOf(rules, currency) : [{ path: '/rules', message: 'must hold at least one' }]
  if (faults.length > 0) throw invalidRequest('The rules are not valid.', faults)
}

/** All that is wrong with the rules, each with what would be right. */
export const faultsOf = (rules: Rule[], currency: string): ErrorDetail[] =>
  rules.flatMap((rule, at) => [
    ...faultIf(!fits(rule), `/rules/${at}/relation`, `of ${rule.field} must be one of ${relationsOf(rule).join(', ')}`),
    ...faultIf(rule.field === 'customField' && !rule.key, `/rules/${at}/key`, 'must name the custom field'),
    ...faultIf(rule.field !== 'customField' && !!rule.key, `/rules/${at}/key`, 'is only for customField'),
    ...faultyValue(rule, `/rules/${at}/value`, currency),
  ])

const faultIf = (isFaulty: boolean, path: string, message: string): ErrorDetail[] =>
  isFaulty ? [{ path, message }] : []

const relationsOf = ({ field }: Rule): readonly string[] => RELATIONS_OF[field]
const fits = (rule: Rule): boolean => relationsOf(rule).includes(rule.relation)

function faultyValue(rule: Rule, path: string, currency: string): ErrorDetail[] {
  const { field, value } = rule
  if (field === 'price') {
    if (typeof value !== 'object')
      return [{ path, message: `must be money, such as {"amount": 1999, "currency": "${currency}"}` }]
    return [
      ...faultIf(value.currency !== currency, `${path}/currency`, `must be ${currency}, the currency of the shop`),
      ...faultIf(value.amount < 0, `${path}/amount`, 'must not be negative'),
    ]
  }
  if (field === 'stock') return faultIf(!Number.isSafeInteger(value) || Number(value) < 0, path, WHOLE)
  if (isOfNumbers(rule)) return faultIf(typeof value !== 'number', path, 'must be a number')
  if (field === 'customField') return faultIf(typeof value === 'object' || isBlank(value), path, SCALAR)
  return faultIf(typeof value !== 'string' || isBlank(value), path, 'must be a text that is not blank')
}

const WHOLE = 'must be a whole number, 0 or more'
const SCALAR = 'must be a text that is not blank, a number or a boolean'

/** Every text contains, and begins with, one of which nothing is left. */
const isBlank = (value: Rule['value']): boolean => typeof value === 'string' && plain(value) === ''
