/**
 * Finds what an answer claims without a source: every amount, percentage, date, duration and code must be in a tool
 * result of the same turn. It shares no code with the assistant.
 */
export function findInventions(answer: string, toolResults: unknown[], customerText: string): string[] {
  const sources = new Sources(toolResults)
  const text = answer.replaceAll(/[\u00a0\u202f]/g, ' ')
  return [
    ...all(text, AMOUNT).filter((amount) => !sources.hasAmount(amount)),
    ...all(text, /\d+(?:[.,]\d+)?\s?%/g).filter((percentage) => !sources.hasText(percentage)),
    ...all(text, DATE).filter((date) => !sources.hasDate(date)),
    ...all(text, DURATION).filter((duration) => !sources.hasDuration(duration)),
    ...all(text, /\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{5,}\b/g).filter(
      (code) => !sources.hasText(code) && !customerText.includes(code),
    ),
  ]
}

const AMOUNT = /(?:€|\$|£)\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:€(?!\s?\d)|EUR)/g
const MONTHS =
  'January February March April May June July August September October November December Januar Februar März Mai Juni Juli Oktober Dezember'.replaceAll(
    ' ',
    '|',
  )
const DATE = new RegExp(
  `(?:${MONTHS}) \\d{1,2}, \\d{4}|\\d{1,2}\\. (?:${MONTHS}) \\d{4}|\\d{1,2} (?:${MONTHS}) \\d{4}|\\d{4}-\\d{2}-\\d{2}`,
  'g',
)
const NUMBER = String.raw`(?:\d+(?:[–-]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|fünf|sechs|zehn|zwölf)`
const DURATION = new RegExp(
  String.raw`\b${NUMBER}(?:\s(?:business|working))?\s(?:days?|weeks?|months?|years?|hours?|minutes?|Tagen?|Werktagen?|Wochen?|Monaten?|Jahren?|Stunden?)\b`,
  'gi',
)

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([found]) => found)

class Sources {
  private readonly texts: string[] = []
  /** In cents. */
  private readonly amounts = new Set<number>()
  private readonly dates = new Set<string>()
  private readonly days = new Set<string>()

  constructor(results: unknown[]) {
    for (const result of results) this.read(result)
  }

  private read(value: unknown): void {
    if (typeof value === 'string') this.readText(value)
    if (typeof value !== 'object' || value === null) return
    if ('amount' in value && typeof value.amount === 'number') this.amounts.add(value.amount)
    if ('minDays' in value && 'maxDays' in value) {
      const { minDays, maxDays } = value
      for (const days of [String(minDays), String(maxDays), `${minDays}–${maxDays}`]) this.days.add(days)
    }
    for (const inner of Object.values(value)) this.read(inner)
  }

  private readText(text: string): void {
    const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ')
    this.texts.push(plain.toLowerCase())
    for (const amount of all(plain, AMOUNT)) this.amounts.add(toCents(amount))
    if (!/^\d{4}-\d{2}-\d{2}T/.test(plain)) return
    for (const locale of ['en', 'de']) {
      this.dates.add(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(plain)))
    }
  }

  hasText = (text: string) => this.texts.some((source) => source.includes(text.toLowerCase()))
  hasAmount = (amount: string) => this.amounts.has(toCents(amount))
  hasDate = (date: string) => this.dates.has(date) || this.hasText(date)
  hasDuration = (duration: string) => this.hasText(duration) || this.days.has(duration.split(/\s/)[0] ?? '')
}

/** "€1,250.00", "69,00 €" and "€50". */
function toCents(amount: string): number {
  const digits = amount.replaceAll(/[^\d.,]/g, '').replace(/[.,]$/, '')
  const [, whole = '', decimals = '00'] = /^(.*?)(?:[.,](\d{2}))?$/.exec(digits) ?? []
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(decimals)
}
