export interface S3Bucket {
  /** With `https://` or `http://`, and the bucket in the host or the path. No trailing slash. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const EXPECTED_FORMAT =
  'must look like s3://key:secret@host/bucket?region=eu-central-1 (s3+http:// without TLS, &path-style=false for bucket.host)'

/**
 * The secret may contain slashes, as Amazon's do, which `URL` can't parse. Throws a sentence that does not repeat it.
 */
export function parseS3Url(url: string): S3Bucket {
  const parts =
    /^s3(\+http)?:\/\/([^:@/]+):(.+)@([\w.-]+(?::\d{1,5})?|\[[\da-f:]+\](?::\d{1,5})?)\/([\w.-]+)\/?(?:\?(.*))?$/i.exec(
      url,
    )
  if (!parts) throw new Error(EXPECTED_FORMAT)
  const [, plain, key = '', secret = '', host = '', bucket = '', query] = parts
  const options = new URLSearchParams(query)
  const unknown = [...options.keys()].find((name) => name !== 'region' && name !== 'path-style')
  if (unknown !== undefined) throw new Error(`has the unknown parameter "${unknown}"; it ${EXPECTED_FORMAT}`)
  // Amazon prefers the bucket in the host name, but has no certificate for one with dots.
  const defaultPathStyle = String(!host.endsWith('.amazonaws.com') || bucket.includes('.'))
  const pathStyle = options.get('path-style') ?? defaultPathStyle
  if (pathStyle !== 'true' && pathStyle !== 'false') throw new Error(`must have path-style=true or path-style=false`)
  const scheme = plain ? 'http' : 'https'
  return {
    url: pathStyle === 'true' ? `${scheme}://${host}/${bucket}` : `${scheme}://${bucket}.${host}`,
    region: options.get('region') || defaultRegion(host),
    accessKeyId: decodeLenient(key),
    secretAccessKey: decodeLenient(secret),
  }
}

/** Amazon's host names contain it; compatible stores accept the oldest region name. */
const defaultRegion = (host: string): string =>
  /\bs3[.-]([a-z]{2}-[a-z-]+-\d)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1'

/** A secret with a literal `%` that was not encoded as `%25` is used as it is. */
function decodeLenient(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
