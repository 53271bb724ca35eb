import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import { onTestFinished } from 'vitest'

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/XUtn+FEMI' }
const REGION = 'eu-test-1'

/** Failures of the next requests, in this order. */
type Failure = 'fails' | 'is silent' | 'hangs up' | 'stops half way'

export interface S3Server {
  /** As in FILES_URL. */
  url: string
  objects: Map<string, { bytes: Buffer; type: string | undefined }>
  /** Method and path of each request. */
  requests: string[]
  failures: Failure[]
  close(): Promise<void>
}

/** As much of S3 as we use. Verifies signatures with Amazon's own SDK, not with the code that creates ours. */
export async function openS3Server(secret = CREDENTIALS.secretAccessKey): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const requests: string[] = []
  const failures: Failure[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    requests.push(`${method} ${url}`)
    const failure = failures.shift()
    if (failure === 'hangs up') return void request.socket.destroy()
    const body = await buffer(request)
    if (failure === 'is silent') return
    if (failure === 'fails') return respondError(response, 503, 'SlowDown')
    const signatureError = await findSignatureError(request, body)
    if (signatureError) return respondError(response, 403, signatureError)
    const object = objects.get(url)
    if (method === 'PUT') objects.set(url, { bytes: body, type: request.headers['content-type'] })
    if (method === 'PUT') return void response.end()
    if (method === 'DELETE') objects.delete(url)
    if (method === 'DELETE') return void response.writeHead(204).end()
    if (!object) return respondError(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': object.bytes.length })
    if (failure === 'stops half way') return void response.write(object.bytes.subarray(0, 10))
    response.end(object.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  const url = `s3+http://${CREDENTIALS.accessKeyId}:${secret}@127.0.0.1:${port}/shop?region=${REGION}`
  return { url, objects, requests, failures, close }
}

const respondError = (response: ServerResponse, status: number, code: string) =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)

async function findSignatureError(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<string | undefined> {
  const { authorization = '' } = headers
  const signedNames = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  if (!signedNames.includes('host') || !signedNames.includes('x-amz-content-sha256')) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) {
    return 'XAmzContentSHA256Mismatch'
  }
  const signer = new SignatureV4({
    credentials: CREDENTIALS,
    region: REGION,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const { authorization: expected = '' } = (
    await signer.sign(
      {
        method,
        protocol: 'http:',
        hostname: '127.0.0.1',
        path: url,
        headers: Object.fromEntries(signedNames.map((name) => [name, String(headers[name])])),
      },
      { signingDate: dateOf(String(headers['x-amz-date'])) },
    )
  ).headers
  return isSame(expected, authorization) ? undefined : 'SignatureDoesNotMatch'
}

const dateOf = (text: string) => new Date(text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

const partsOf = (authorization: string) => authorization.split(/,? /).sort().join(' ')

const isSame = (a: string, b: string): boolean =>
  a.length > 0 &&
  partsOf(a).length === partsOf(b).length &&
  timingSafeEqual(Buffer.from(partsOf(a)), Buffer.from(partsOf(b)))

/** The SDK expects a browser-style hash. */
class Sha256 {
  hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer)
  }
  update(data: Uint8Array | string): void {
    this.hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }
  reset(): void {
    throw new Error('nobody resets it')
  }
}
