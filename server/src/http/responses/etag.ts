import { Type } from 'typebox'
import { AppError } from '../../kit/errors.ts'

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'The `ETag` that you have read: if somebody else has changed it since, nothing is done and the answer is 412.',
      examples: ['"3"'],
    }),
  ),
})

export const toEtag = (version: number): string => `"${version}"`

/** RFC 9110, 13.1.1: strong comparison, so a weak tag never matches; `*` matches any version. */
export function assertIfMatch(ifMatch: string | undefined, version: number | undefined): void {
  if (ifMatch === undefined) return
  if (version === undefined) throw new AppError('precondition_failed', 'If-Match was sent, but there is nothing yet.')
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(toEtag(version))) return
  throw new AppError(
    'precondition_failed',
    `It is at version ${version} now. Read it again, then send If-Match: ${toEtag(version)}.`,
  )
}
