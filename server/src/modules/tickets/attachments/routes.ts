import { Type } from 'typebox'
import { inOwnScope, type Routes } from '../../../http/routes.ts'
import { mediaTypeOf } from '../../../http/validation/request-encoding.ts'
import { MAX_ATTACHMENT_BYTES, openAttachment, storeAttachment } from './attachments.ts'
import { Attachment, AttachmentPath, AttachmentQuery } from './schemas.ts'

const tags = ['Tickets']

/** Of any type. */
const FileContent = { content: { 'application/octet-stream': { schema: Type.Unsafe<Buffer>({}) } } }

/** Whatever the file is, a browser must not render it on our origin. */
const DOWNLOAD_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}
/** Types that a browser can show without running anything. */
const SAFE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'])

export const attachmentRoutes: Routes = inOwnScope(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/tickets/attachments',
    {
      // The file store is not transactional, hence `claim`.
      config: { access: 'key', limit: 'default', idempotency: 'claim' },
      bodyLimit: MAX_ATTACHMENT_BYTES,
      schema: {
        operationId: 'tickets.attachments.upload',
        tags,
        summary: 'Upload an attachment',
        description:
          'The body is the file itself, of at most 20 MB, with its content type. Send the returned `id` in the `attachmentIds` of a message within a day.',
        querystring: AttachmentQuery,
        body: FileContent,
        response: { 201: Attachment },
      },
    },
    async (request, reply) => {
      const { ctx, query, body } = request
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const { name, contentId = null } = query
      reply.code(201)
      return storeAttachment(ctx, { name, contentType: mediaTypeOf(request), bytes, contentId })
    },
  )

  app.get(
    '/tickets/attachments/:id',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'tickets.attachments.download',
        tags,
        summary: 'Download an attachment',
        description: 'Returns the file, always as a download.',
        params: AttachmentPath,
        response: { 200: { description: 'The file.', ...FileContent } },
      },
    },
    async ({ ctx, params }, reply) => {
      const { name, contentType, sizeBytes, file } = await openAttachment(ctx, params.id)
      reply.headers({
        ...DOWNLOAD_HEADERS,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'content-length': sizeBytes,
      })
      reply.type(SAFE_TYPES.has(contentType) ? contentType : 'application/octet-stream')
      return file.bytes as unknown as Buffer
    },
  )
})
