import type { ErrorDetail } from '../../kit/errors.ts'
import type { TaxRegion } from '../pricing/rules.ts'
import type { Region } from './schemas.ts'

const PER_PERCENT = 10_000

/** 8.875 becomes 88,750. The nearest: 0.07 times 10,000 is not 700 to a computer, but nearly. */
const millionthsOf = (percentage: number): number => Math.round(percentage * PER_PERCENT)

/** Whether it has no more than four decimals. */
const isExact = (percentage: number): boolean => millionthsOf(percentage) / PER_PERCENT === percentage

export const storedRates = (rates: Region['rates']): TaxRegion['rates'] =>
  rates.map(({ percentage, ...rate }) => ({ ...rate, millionths: millionthsOf(percentage) }))

export const shownRates = (rates: TaxRegion['rates']): Region['rates'] =>
  rates.map(({ class: taxClass, name, millionths }) => ({
    class: taxClass,
    name,
    percentage: millionths / PER_PERCENT,
  }))

export const rateFaults = (rates: Region['rates']): ErrorDetail[] =>
  rates.flatMap(({ percentage, class: taxClass, name }, at) => [
    ...(isExact(percentage) ? [] : [{ path: `/rates/${at}/percentage`, message: 'must have at most four decimals' }]),
    ...(taxClass === 'none' ? [{ path: `/rates/${at}/class`, message: 'must not be none, which is never taxed' }] : []),
    ...(rates.findIndex((other) => other.class === taxClass && other.name === name) < at
      ? [{ path: `/rates/${at}/name`, message: `"${name}" is there twice for the class ${taxClass}` }]
      : []),
  ])
