import { keysOf } from '../ui/records.ts'
import type { Announcement, ThemeColors } from './theme.ts'

export const COLOR_LABELS: Record<keyof ThemeColors, { name: string; about: string }> = {
  primary: { name: 'Primary', about: 'Buttons and links' },
  onPrimary: { name: 'On primary', about: 'Text on buttons' },
  background: { name: 'Background', about: 'Page background' },
  surface: { name: 'Surface', about: 'Cards and boxes' },
  text: { name: 'Text', about: 'Main text' },
  mutedText: { name: 'Muted text', about: 'Secondary text' },
  border: { name: 'Border', about: 'Borders of fields and cards' },
  success: { name: 'Success', about: 'Success, in stock' },
  warning: { name: 'Warning', about: 'Warning, low stock' },
  danger: { name: 'Danger', about: 'Error, sold out' },
}

export const COLOR_NAMES = keysOf(COLOR_LABELS)

export const TONE_LABELS: Record<Announcement['tone'], string> = {
  info: 'Information',
  success: 'Good news',
  warning: 'Warning',
  danger: 'Urgent',
}

/** `2030-01-01T10:00`, the value of a datetime-local input, in the viewer's time zone. */
export function toDateTimeField(timestamp: string | null | undefined): string {
  if (!timestamp) return ''
  const at = new Date(timestamp)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Null if empty or incomplete. */
export function parseDateTimeField(text: string): string | null {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The name of a language tag, or undefined if it is invalid. */
export function languageName(tag: string): string | undefined {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag)
    return name === tag ? undefined : name
  } catch {
    return undefined
  }
}

const SEGMENT_LABELS: Record<string, string> = { colors: 'colors', items: 'nested' }

/**
 * `/navigation/header/0/items/1/url` as people find it on the page: "Navigation, header, link 1, nested, link 2, url:".
 */
export function formatFieldPath(path: string): string {
  const text = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? `link ${Number(part) + 1}` : (SEGMENT_LABELS[part] ?? fieldName(part))))
    .join(', ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}:`
}

/** `logoUrl`: "logo url". */
const fieldName = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
