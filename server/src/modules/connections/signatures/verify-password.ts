import { isEqual, readHeader, type SignedRequest, type Verdict } from './signed-request.ts'

/** The password of basic authentication, which providers send for URLs such as `https://storedesk:password@…`. */
export function verifyPassword({ headers, secrets }: SignedRequest): Verdict {
  if (secrets.length === 0) return 'valid'
  const [, encoded] = /^basic\s+([a-z0-9+/=_-]+)$/i.exec(readHeader(headers, 'authorization') ?? '') ?? []
  if (encoded === undefined) return 'missing'
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  const password = credentials.slice(credentials.indexOf(':') + 1)
  return secrets.some((secret) => isEqual(password, secret)) ? 'valid' : 'invalid'
}
