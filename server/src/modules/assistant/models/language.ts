import type { AnswerRequest } from '../schemas.ts'

const GERMAN =
  /[äöüß]|\b(?:der|die|das|und|ich|ist|nicht|wie|was|wo|wann|mein|meine|bitte|haben|habt|gibt|kostet|hallo)\b/i

/** Of notices; a model chooses the language of its answer itself. */
export function chooseLanguage({ message, locale }: AnswerRequest): 'en' | 'de' {
  if (GERMAN.test(message)) return 'de'
  return locale?.toLowerCase().startsWith('de') ? 'de' : 'en'
}
