import { textContainsCardNumber } from '../../kit/card-number.ts'

/** Control characters, and invisible ones that hide text from people. Joiners stay: emoji and some scripts need them. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const NUMBERS = /\d+(?:[\s.\-–_/]{1,2}\d+)*/g

/** A message as it is stored: staff and models read it, so it must not contain a card number. */
export const toMessageText = (input: string): string =>
  input
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(INVISIBLE, '')
    .trim()
    .replaceAll(NUMBERS, (run) => (textContainsCardNumber(run) ? '[card number removed]' : run))
