import type { Colours, Tone } from './theme.ts'

export const COLOUR_WORDS: Record<keyof Colours, { name: string; about: string }> = {
  primary: { name: 'Primary', about: 'Buttons and links' },
  onPrimary: { name: 'On primary', about: 'Text on buttons' },
  background: { name: 'Background', about: 'The page' },
  surface: { name: 'Surface', about: 'Cards and boxes' },
  text: { name: 'Text', about: 'What is read' },
  mutedText: { name: 'Muted text', about: 'Notes beside it' },
  border: { name: 'Border', about: 'Edges of fields and cards' },
  success: { name: 'Success', about: 'It worked; in stock' },
  warning: { name: 'Warning', about: 'Take care; few left' },
  danger: { name: 'Danger', about: 'It failed; sold out' },
}

export const COLOUR_NAMES = Object.keys(COLOUR_WORDS) as (keyof Colours)[]

export const TONE_WORDS: Record<Tone, string> = {
  info: 'Information',
  success: 'Good news',
  warning: 'Warning',
  danger: 'Urgent',
}

/** `2030-01-01T10:00`, as the browser's own field for a moment wants it: in the time zone of whoever looks. */
export function toLocalField(timestamp: string | null | undefined): string {
  if (!timestamp) return ''
  const at = new Date(timestamp)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Empty, or not yet a moment: none. */
export function fromLocalField(text: string): string | null {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The language of a tag in words, or nothing where it is no tag. */
export function languageOf(tag: string): string | undefined {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag)
    return name === tag ? undefined : name
  } catch {
    return undefined
  }
}

const PLACES: Record<string, string> = { header: 'top', footer: 'bottom', items: 'beneath' }

/** `/navigation/header/0/items/1/url` as people find it on the page: "Navigation, top, link 1, beneath, link 2, url:". */
export function placeInWords(path: string): string {
  const words = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? `link ${Number(part) + 1}` : (PLACES[part] ?? nameOf(part))))
    .join(', ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}:`
}

/** `logoUrl`: "logo url". */
const nameOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
