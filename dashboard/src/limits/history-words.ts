import { type Bucket, busiestOf, countOf, totalOf } from './history.ts'

const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const NUMBER = new Intl.NumberFormat()

export const numberInWords = (count: number) => NUMBER.format(count)
export const timeInWords = (at: Date) => TIME.format(at)
export const dateInWords = (at: Date) => DATE.format(at)

export const spanInWords = ({ startsAt, endsAt }: Bucket) => `${timeInWords(startsAt)} to ${timeInWords(endsAt)}`

/** What the chart shows, for those who do not see it. */
export function summaryInWords(buckets: Bucket[]): string {
  const busiest = busiestOf(buckets)
  if (!busiest) return 'No requests in the last 24 hours.'
  const { accepted, refused } = totalOf(buckets)
  const sum = `${numberInWords(accepted)} accepted and ${refused === 0 ? 'none' : numberInWords(refused)} refused`
  return `${sum} in the last 24 hours. Busiest: ${spanInWords(busiest)}, with ${numberInWords(countOf(busiest))}.`
}
