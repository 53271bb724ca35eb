import { keysOf } from '../ui/records.ts'
import { capitalize, fieldWords } from '../ui/text.ts'
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
    .map((part) => (/^\d+$/.test(part) ? `link ${Number(part) + 1}` : (SEGMENT_LABELS[part] ?? fieldWords(part))))
    .join(', ')
  return `${capitalize(text)}:`
}
