import { ApiError } from '../api.ts'

/** Separated by line breaks, commas, semicolons or spaces, which no code contains. */
export const parseCodes = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

const MAX_SHOWN_ERRORS = 5

/** The server refers to codes by index; people know them by name. */
export function formatCodeErrors(error: Error | null, codes: string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const messages = error.details.flatMap(({ path, message }) => {
    const [, index] = /^\/codes\/(\d+)$/.exec(path) ?? []
    return index === undefined ? [] : [`${codes[Number(index)]} ${message}`]
  })
  if (messages.length === 0) return undefined
  const hiddenCount = messages.length - MAX_SHOWN_ERRORS
  return `Couldn't add codes: ${messages.slice(0, MAX_SHOWN_ERRORS).join('; ')}${hiddenCount > 0 ? `; and ${hiddenCount} more` : ''}.`
}
