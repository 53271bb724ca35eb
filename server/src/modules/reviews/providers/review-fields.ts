import { toNumber, toTime } from '../../../kit/loose-json.ts'

export const MAX_ID = 255
export const MAX_NAME = 200
export const MAX_TITLE = 300
export const MAX_BODY = 20_000

export function toStars(value: unknown): number | null {
  const number = toNumber(value)
  const stars = number === null ? 0 : Math.round(number)
  return stars >= 1 && stars <= 5 ? stars : null
}

/**
 * The time of the change, in milliseconds. If the provider doesn't say when, the time of receipt, which stays the same in
 * a replay.
 */
export const versionOf = (changedAt: unknown, receivedAt: string): number => Date.parse(toTime(changedAt) ?? receivedAt)
