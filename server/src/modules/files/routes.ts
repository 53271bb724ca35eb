import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inOwnScope, type Routes } from '../../http/routes.ts'
import { mediaTypeOf } from '../../http/validation/request-encoding.ts'
import { AppError } from '../../kit/errors.ts'
import { IMAGE_TYPES, type ImageType, isImageType } from '../../kit/file-key.ts'
import { Page } from '../../kit/schema.ts'
import { storeImage } from './files.ts'
import { deleteImage, listImages } from './library.ts'
import { ImagePath, LibraryImage, LibraryQuery, UploadQuery } from './library-schemas.ts'
import { ImageBody, UploadedImage } from './upload-schemas.ts'

const MAX_BYTES = 10 * 1024 ** 2

export const fileRoutes: Routes = inOwnScope(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(IMAGE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/catalog/images',
    {
      // The file store is not transactional, hence `claim`. Responses are replayed for a day, and an unused file is
      // retained as long.
      config: { access: 'key', limit: 'default', idempotency: 'claim' },
      bodyLimit: MAX_BYTES,
      // Rejects other types before reading the body.
      onRequest: async (request) => void imageTypeOf(request),
      schema: {
        operationId: 'catalog.images.upload',
        tags: ['Catalog'],
        summary: 'Upload an image',
        description:
          'The body is the image itself: PNG, JPEG, WebP, GIF or AVIF of at most 10 MB and 8,000 pixels per side. Use the returned `url` in the `images` of a product; an image that is unused for a day is deleted, unless you send a `title`, which adds it to the media library. Sending the same image again is safe and returns the same response, with or without an `Idempotency-Key`. Another image with the same key returns 422 `idempotency_key_reused`. A replayed response does not restart the day; an upload without a key does. Camera metadata (place, time, device) is removed from JPEG, PNG and WebP; GIF and AVIF are stored unchanged. SVG is rejected because it can contain scripts.',
        querystring: UploadQuery,
        body: ImageBody,
        response: { 201: UploadedImage },
      },
    },
    async (request, reply) => {
      const { ctx, body, query } = request
      const image = await storeImage(
        ctx,
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        imageTypeOf(request),
        query.title,
      )
      reply.code(201)
      return image
    },
  )
})

export const libraryRoutes: Routes = async (app) => {
  app.get(
    '/catalog/images',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'catalog.images.list',
        tags: ['Catalog'],
        summary: 'List images',
        description: 'All uploaded images, newest first, with whether something uses them.',
        querystring: LibraryQuery,
        response: { 200: Page(LibraryImage) },
      },
    },
    ({ ctx, query }) => listImages(ctx, query),
  )

  app.delete(
    '/catalog/images/:name',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'catalog.images.delete',
        tags: ['Catalog'],
        summary: 'Delete an image',
        description: 'Returns 409 while something uses it. The file itself is removed within an hour.',
        params: ImagePath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteImage(ctx, params.name)
      reply.code(204)
      return null
    },
  )
}

function imageTypeOf(request: FastifyRequest): ImageType {
  const type = mediaTypeOf(request)
  if (isImageType(type)) return type
  const why =
    type === 'image/svg+xml'
      ? ' SVG is not accepted because it can contain scripts. Save the image as PNG or WebP.'
      : ''
  throw new AppError(
    'unsupported_media_type',
    `Send the image as the request body, with one of these content types: ${IMAGE_TYPES.join(', ')}.${why}`,
    { fields: { allowedTypes: IMAGE_TYPES } },
  )
}
