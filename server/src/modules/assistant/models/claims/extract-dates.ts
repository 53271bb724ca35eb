const EN_MONTHS = 'january february march april may june july august september october november december'.split(' ')
const DE_MONTHS = 'januar februar märz april mai juni juli august september oktober november dezember'.split(' ')
const SHORT_MONTHS: Record<string, number> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mrz: 3,
  apr: 4,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  sept: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
}
const MONTHS = new Map<string, number>([
  ...[...EN_MONTHS.entries(), ...DE_MONTHS.entries()].map(([index, name]): [string, number] => [name, index + 1]),
  ...Object.entries(SHORT_MONTHS),
  ['jänner', 1],
])
const MONTH = [...MONTHS.keys()].sort((one, other) => other.length - one.length).join('|')

const EN_WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const DE_WEEKDAYS = 'sonntag montag dienstag mittwoch donnerstag freitag samstag'.split(' ')
const WEEKDAYS = new Map<string, number>([
  ...[...EN_WEEKDAYS.entries(), ...DE_WEEKDAYS.entries()].map(([index, name]): [string, number] => [name, index]),
  ['sonnabend', 6],
])

/** A day in the past says nothing about when something will happen. */
const PAST = /\b(?:was|were|been|did|had|wurde|wurden|worden|war|waren)(?!\p{L})/iu

/** In days from today; a week is written as its name only. */
const RELATIVE: Record<string, number | null> = {
  'day after tomorrow': 2,
  tomorrow: 1,
  yesterday: -1,
  today: 0,
  tonight: 0,
  'next week': null,
  übermorgen: 2,
  morgen: 1,
  gestern: -1,
  heute: 0,
  'nächste woche': null,
  'nächster woche': null,
}

const DAY_MS = 86_400_000

export interface DateClaim {
  text: string
  index: number
  keys: string[]
  /** A question may say "today" without claiming anything. */
  isRelative: boolean
}

const PATTERNS: [RegExp, (groups: string[]) => (string | undefined)[]][] = [
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, ([year, month, day]) => [dayKey(day, month, year)]],
  [/(?<![\d.])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2}(?!\d))?/g, ([day, month, year]) => [dayKey(day, month, year)]],
  [
    /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/g,
    ([one, other, year]) => [dayKey(one, other, year), dayKey(other, one, year)],
  ],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(${MONTH})\\b\\.?(?:,? (\\d{4}))?`, 'giu'),
    ([day, month, year]) => [dayKey(day, monthOf(month), year)],
  ],
  [
    new RegExp(`\\b(${MONTH})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (\\d{4}))?`, 'giu'),
    ([month, day, year]) => [dayKey(day, monthOf(month), year)],
  ],
  [new RegExp(`\\b(${MONTH}),? (\\d{4})\\b`, 'giu'), ([month, year]) => [`month:${year}-${pad(monthOf(month))}`]],
  [
    new RegExp(
      `(?<=\\b(?:in|by|until|till|since|from|early|mid|late|im|bis|ab|seit|ende|anfang|mitte)[ -])(${MONTH})\\b`,
      'giu',
    ),
    ([month]) => [`month:${pad(monthOf(month))}`],
  ],
  [
    new RegExp(`(?<!\\p{L})(${[...WEEKDAYS.keys()].join('|')})s?(?!\\p{L})`, 'giu'),
    ([name = '']) => [`weekday:${WEEKDAYS.get(name.toLowerCase())}`],
  ],
]

const RELATIVE_DAY = new RegExp(`(?<!\\p{L})(${Object.keys(RELATIVE).join('|')})(?!\\p{L})`, 'giu')

const pad = (value: string | number | undefined): string => String(value ?? '').padStart(2, '0')
const monthOf = (name: string | undefined): string => String(MONTHS.get(name?.toLowerCase() ?? '') ?? 0)

/** Undefined if the day does not exist. Without a year, any year. */
function dayKey(day: string | undefined, month: string | undefined, year: string | undefined): string | undefined {
  if (Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return undefined
  const monthDay = `${pad(Number(month))}-${pad(Number(day))}`
  if (!year) return `date:${monthDay}`
  return `date:${year.length === 2 ? `20${year}` : year}-${monthDay}`
}

export function extractDates(text: string, today: string): DateClaim[] {
  const claims: DateClaim[] = []
  const isPast = PAST.test(text)
  let rest = text
  for (const [pattern, toKeys] of PATTERNS) {
    rest = rest.replace(pattern, (match: string, ...groups) => {
      const texts = groups.slice(
        0,
        groups.findIndex((group) => typeof group === 'number'),
      ) as string[]
      const index = groups.find((group): group is number => typeof group === 'number') ?? 0
      const keys = toKeys(texts)
        .filter((key) => key !== undefined)
        .flatMap((key) => (isPast ? [key, `past-${key}`] : [key]))
      if (keys.length === 0) return match
      claims.push({ text: match, index, keys, isRelative: false })
      return ' '.repeat(match.length)
    })
  }
  for (const match of rest.matchAll(RELATIVE_DAY)) {
    // "Guten Morgen" is a greeting, "am Morgen" a time of day.
    if (match[0] === 'Morgen') continue
    const days = RELATIVE[match[0].toLowerCase()]
    const keys = [`word:${match[0].toLowerCase()}`]
    if (typeof days === 'number') keys.push(`date:${addDays(today, days)}`)
    claims.push({ text: match[0], index: match.index, keys, isRelative: true })
  }
  return claims
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Every way in which an answer may name a day that a tool returned. */
export function dayFacts(day: string, today: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const vague = [`month:${month}`, `weekday:${new Date(`${day}T00:00:00Z`).getUTCDay()}`]
  return [
    `date:${day}`,
    `date:${month}-${date}`,
    `month:${year}-${month}`,
    ...vague.map((fact) => (day < today ? `past-${fact}` : fact)),
  ]
}

/** The day of a moment in the time zone of the shop. */
export const localDay = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
