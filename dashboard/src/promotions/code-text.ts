import { ApiError } from '../api.ts'

/** One a line, or with commas, semicolons or spaces between them: no code holds one of these. */
export const codesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

const MOST_TOLD = 5

/** The server names codes by their places in the list; people know them by what they wrote. */
export function faultyCodes(error: Error | null, codes: string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const told = error.details.flatMap(({ path, message }) => {
    const [, place] = /^\/codes\/(\d+)$/.exec(path) ?? []
    return place === undefined ? [] : [`${codes[Number(place)]} ${wordsOf(message, codes)}`]
  })
  if (told.length === 0) return undefined
  const rest = told.length - MOST_TOLD
  return `No code was added: ${told.slice(0, MOST_TOLD).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`
}

const wordsOf = (message: string, codes: string[]) =>
  message.replace(/\/codes\/(\d+)/, (_path, place) => codes[Number(place)] ?? 'another')
