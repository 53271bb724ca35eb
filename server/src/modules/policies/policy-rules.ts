import { isDeepStrictEqual } from 'node:util'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { MAX_BODY_BYTES, type PolicyDraft, type PolicyKind, type PolicyText } from './schemas.ts'

/** What a shape can't say. */
export function refuseUnfit(kind: PolicyKind, { body, returnTerms }: PolicyDraft): void {
  const faults = tooLong(body)
  if (returnTerms && kind !== 'refund') {
    faults.push({ path: '/returnTerms', message: 'belongs to the policy of kind refund alone' })
  }
  if (returnTerms && returnTerms.windowDays > 0 && returnTerms.kinds.length === 0) {
    faults.push({ path: '/returnTerms/kinds', message: 'must say what the customer gets, since goods may come back' })
  }
  refuse(faults)
}

export const refuseTooLong = (body: string): void => refuse(tooLong(body))

const tooLong = (body: string): ErrorDetail[] =>
  Buffer.byteLength(body) > MAX_BODY_BYTES
    ? [{ path: '/body', message: `must NOT have more than ${MAX_BODY_BYTES} bytes in UTF-8` }]
    : []

function refuse(faults: ErrorDetail[]): void {
  if (faults.length > 0) throw invalidRequest('The body is not valid.', faults)
}

export const isSameText = (one: PolicyText, other: PolicyText): boolean =>
  isDeepStrictEqual(wordsOf(one), wordsOf(other))

const wordsOf = ({ title, body, returnTerms }: PolicyText) => ({ title, body, returnTerms })
