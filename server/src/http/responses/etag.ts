import { Type } from 'typebox'
import { AppError } from '../../kit/errors.ts'

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'The `ETag` that you last read, to detect concurrent changes. A stale version returns 412 `precondition_failed` and changes nothing.',
      examples: ['"3"'],
    }),
  ),
})

export const toEtag = (version: number): string => `"${version}"`

/** RFC 9110, 13.1.1: strong comparison, so a weak tag never matches; `*` matches any version. */
export function assertIfMatch(ifMatch: string | undefined, version: number | undefined): void {
  if (ifMatch === undefined) return
  if (version === undefined)
    throw new AppError('precondition_failed', 'The resource does not exist yet. Send the request without If-Match.')
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(toEtag(version))) return
  throw new AppError(
    'precondition_failed',
    'The resource has changed since you read it. Read it again, then send its new ETag as If-Match.',
    { fields: { version } },
  )
}

/** RFC 9110, 13.1.2: weak comparison. Most clients send the tag as it is, and the response cache is a hot path. */
export const matchesIfNoneMatch = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(',').some((candidate) => ['*', etag, `W/${etag}`].includes(candidate.trim())))
