import type { Mode } from '../access/me.ts'
import { titleOf, waitInWords } from './limit-words.ts'
import type { NearLimit } from './present-use.ts'

const PLACES: Record<Mode, string> = { live: 'Live', test: 'Sandbox' }

/** "Live: “Chat” is nearly used up, 52 of 60. It resets in 24 s." */
export function warningInWords(mode: Mode, worst: NearLimit, others: number): string {
  const wait = waitInWords(worst.resetInSeconds)
  const end = worst.level === 'full' ? `More requests are refused for ${wait}.` : `It resets in ${wait}.`
  return `${headOf(mode, worst)}, ${worst.used} of ${worst.limit}. ${end}${othersInWords(others)}`
}

function othersInWords(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' 1 more is at 80 % or over.' : ` ${others} more are at 80 % or over.`
}

/** Only what does not change from second to second. */
export const newsInWords = (mode: Mode, worst: NearLimit) =>
  `${headOf(mode, worst)}: ${worst.level === 'full' ? 'all' : '80 % or more'} of ${worst.limit} requests.`

const headOf = (mode: Mode, { name, level }: NearLimit) =>
  `${PLACES[mode]}: “${titleOf(name)}” is ${level === 'full' ? 'used up' : 'nearly used up'}`
