import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kit/errors.ts'
import { drawImage } from './draw-image.ts'
import { IMAGE_FOLDER } from './image-url.ts'

/** A name is a drawing, for ever. Opened by itself, such a file is a page: it may load and run nothing. */
const HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'public, max-age=31536000, immutable',
}

/** The pictures of the demo shop. They are drawn when they are asked for, in less time than a file takes to read. */
export function serveDemoImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(
    `${IMAGE_FOLDER}/:file`,
    { config: { publicLimit: 'page' } },
    async ({ params, headers }, reply) => {
      const svg = params.file.endsWith('.svg') ? drawImage(params.file.slice(0, -4)) : undefined
      if (!svg) throw new AppError('not_found', 'There is no such picture.')
      const tag = `"${createHash('sha1').update(svg).digest('base64url')}"`
      reply.headers({ ...HEADERS, etag: tag })
      if (headers['if-none-match'] === tag) return reply.code(304).send()
      return svg
    },
  )
}
