import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { matchesIfNoneMatch } from '../../http/responses/etag.ts'
import type { App } from '../../http/routes.ts'
import { notFound } from '../../kit/errors.ts'
import { parseFileKey, toFileKey } from '../../kit/file-key.ts'
import type { FileStore } from '../../ports/file-store.ts'

const FilePath = Type.Object({ environmentId: Type.String(), name: Type.String() })

/**
 * The content of a name never changes. The sandbox keeps scripts from running should a browser ever render a file as a
 * page.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/**
 * Uploaded files are public to everyone who knows the name. Outside `/v1`, because browsers request them without
 * credentials.
 */
export function serveFiles(server: FastifyInstance, files: FileStore): void {
  const app: App = server.withTypeProvider()
  app.route({
    method: 'GET',
    url: '/files/:environmentId/:name',
    config: { publicLimit: 'page' },
    schema: { params: FilePath },
    handler: async (request, reply) => {
      const { environmentId, name } = request.params
      const key = toFileKey(environmentId, name)
      const file = key && (await files.open(key, request.deadline))
      if (!file) throw notFound('file', name)
      const { hash, type } = parseFileKey(key)
      const tag = `"${hash}"`
      reply.headers({ ...HEADERS, etag: tag })
      const isNotModified = matchesIfNoneMatch(tag, request.headers['if-none-match'])
      if (!isNotModified) {
        reply.type(type)
        if (file.sizeBytes !== undefined) reply.header('content-length', file.sizeBytes)
      }
      if (!isNotModified && request.method === 'GET') return reply.send(file.bytes)
      file.bytes.destroy()
      return reply.code(isNotModified ? 304 : 200).send()
    },
  })
}
