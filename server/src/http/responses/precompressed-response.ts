import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesIfNoneMatch } from './etag.ts'

/** Best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** A large response that is the same for everybody: compressed once. */
export interface PrecompressedResponse {
  type: string
  bodies: Record<Encoding, Buffer>
  hash: string
}

/** Higher qualities take ten times as long for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function precompress(identity: Buffer, type: string): Promise<PrecompressedResponse> {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { type, bodies: { br, gzip: zipped, identity }, hash }
}

export function sendPrecompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  response: PrecompressedResponse,
  cacheControl = 'no-cache',
): FastifyReply {
  const encoding = preferredEncoding(headers['accept-encoding'])
  // RFC 9110, 8.8.3: different encodings need different tags.
  const etag = `"${response.hash}-${encoding}"`
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': cacheControl })
  if (matchesIfNoneMatch(etag, headers['if-none-match'])) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const body = response.bodies[encoding]
  reply.type(response.type)
  if (body.length <= CHUNK_BYTES) return reply.send(body)
  return reply.header('content-length', body.length).send(Readable.from(inChunks(body)))
}

const CHUNK_BYTES = 65_536

/** The kernel takes a megabyte at once, and all other requests wait for it: they get a turn after each chunk. */
async function* inChunks(body: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < body.length; start += CHUNK_BYTES) {
    yield body.subarray(start, start + CHUNK_BYTES)
    await immediate()
  }
}

/** The best encoding with a quality above zero; identity when the header can't be parsed. */
function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  const qualities = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
        return [name, Number(quality)] as const
      }),
  )
  const isAccepted = (encoding: Encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0
  return ENCODINGS.find(isAccepted) ?? 'identity'
}
