import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kit/errors.ts'
import { drawImage } from './draw-image.ts'
import { IMAGE_FOLDER } from './image-url.ts'

/**
 * A name always yields the same drawing, so it is immutable. An SVG opened directly is a document: it must not load or
 * run anything.
 */
const HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Draws demo images on request, which takes less time than reading a file. */
export function serveDemoImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(
    `${IMAGE_FOLDER}/:file`,
    { config: { publicLimit: 'page' } },
    async ({ params, headers }, reply) => {
      const svg = params.file.endsWith('.svg') ? drawImage(params.file.slice(0, -4)) : undefined
      if (!svg) throw new AppError('not_found', 'No such image.')
      const tag = `"${createHash('sha1').update(svg).digest('base64url')}"`
      reply.headers({ ...HEADERS, etag: tag })
      if (headers['if-none-match'] === tag) return reply.code(304).send()
      return svg
    },
  )
}
