import { ApiError } from '../api.ts'
import { faultAt } from '../parts/faults.ts'

/** What the server said of a field, or of something in the list that it holds. */
export function faultBelow(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const detail = error.details.find((one) => one.path === path || one.path.startsWith(`${path}/`))
  return detail && faultAt(error, detail.path)
}
