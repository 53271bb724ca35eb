import type { FastifyRequest } from 'fastify'
import { inOwnScope, type Routes } from '../../http/routes.ts'
import { mediaTypeOf } from '../../http/validation/request-encoding.ts'
import { AppError } from '../../kit/errors.ts'
import { IMAGE_TYPES, type ImageType, isImageType } from '../../kit/file-key.ts'
import { storeImage } from './files.ts'
import { ImageBody, UploadedImage } from './schemas.ts'

const MAX_BYTES = 10 * 1024 ** 2

export const fileRoutes: Routes = inOwnScope(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(IMAGE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/catalog/images',
    {
      // The file store is not transactional, hence `stepwise`. Responses are replayed for a day, and an unused file is
      // retained as long.
      config: { access: 'key', limit: 'default', idempotency: 'stepwise' },
      bodyLimit: MAX_BYTES,
      // Rejects other types before reading the body.
      onRequest: async (request) => void imageTypeOf(request),
      schema: {
        operationId: 'catalog.images.upload',
        tags: ['Catalog'],
        summary: 'Upload an image',
        description:
          'The body is the image itself: PNG, JPEG, WebP, GIF or AVIF of at most 10 MB and 8,000 pixels a side. Give the `url` of the answer in the `images` of a product; one that nothing shows for a day is removed. To send the same image again is harmless and answers the same, with an `Idempotency-Key` or without; another image with the same key is 422 `idempotency_key_reused`. An answer that is given again for its key does not begin the file’s day anew: without a key it does. What a camera has noted in a JPEG, PNG or WebP (place, time, device) is taken out; GIF and AVIF are kept as they are. SVG is refused, since it can hold scripts.',
        body: ImageBody,
        response: { 201: UploadedImage },
      },
    },
    async (request, reply) => {
      const { ctx, body } = request
      const image = await storeImage(ctx, Buffer.isBuffer(body) ? body : Buffer.alloc(0), imageTypeOf(request))
      reply.code(201)
      return image
    },
  )
})

function imageTypeOf(request: FastifyRequest): ImageType {
  const type = mediaTypeOf(request)
  if (isImageType(type)) return type
  const why = type === 'image/svg+xml' ? ' An SVG can hold scripts and is refused: save it as a PNG or WebP.' : ''
  throw new AppError(
    'unsupported_media_type',
    `Send the image itself as the body, with one of these as its Content-Type: ${IMAGE_TYPES.join(', ')}.${why}`,
  )
}
