import { ApiError, type ListItem } from '../api.ts'
import { useReadList, useWrite } from '../resource.ts'
import { LIVE } from './promotions.ts'

export type PromotionCode = ListItem<'/v1/promotions/{id}/codes'>

export const usePromotionCodes = (id: string) =>
  useReadList('/v1/promotions/{id}/codes', { params: { id }, query: { limit: 50 } }, LIVE)

export const useCreateCodes = (id: string) => useWrite('post', '/v1/promotions/{id}/codes', { id })

export const useDeactivateCode = (id: string, code: string) =>
  useWrite('delete', '/v1/promotions/{id}/codes/{code}', { id, code })

/** Separated by line breaks, commas, semicolons or spaces, which no code contains. */
export const parseCodes = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Mirrors the server. */
const MAX_CODE_LENGTH = 64

/** Names the code, which the server's error would only count. */
export function validateCodes(codes: string[]): string | undefined {
  const code = codes.find(({ length }) => length > MAX_CODE_LENGTH)
  return code && `“${code.slice(0, 12)}…” is too long. Use at most ${MAX_CODE_LENGTH} characters.`
}

const MAX_SHOWN_ERRORS = 5

/** Names the codes that the server rejected. */
export function formatCodeErrors(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const messages = error.details.flatMap(({ code, message }) =>
    typeof code === 'string' ? [`${code} ${message}`] : [],
  )
  if (messages.length === 0) return undefined
  const hiddenCount = messages.length - MAX_SHOWN_ERRORS
  return `Couldn't add codes: ${messages.slice(0, MAX_SHOWN_ERRORS).join('; ')}${hiddenCount > 0 ? `; and ${hiddenCount} more` : ''}.`
}
