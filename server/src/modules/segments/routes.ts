import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { Customer } from '../customers/schemas.ts'
import { exportMembers } from './export.ts'
import {
  MembersQuery,
  NewSegment,
  PreviewRequest,
  Segment,
  SegmentAudit,
  SegmentChanges,
  SegmentPath,
  SegmentPreview,
  SegmentsQuery,
} from './schemas.ts'
import {
  auditSegment,
  createSegment,
  deleteSegment,
  getSegment,
  listMembers,
  listSegments,
  previewSegment,
  updateSegment,
} from './segments.ts'

const tags = ['Segments']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const File = Type.Unsafe<Readable>(Type.String({ description: 'UTF-8 with comma-separated columns.' }))

export const segmentRoutes: Routes = async (app) => {
  app.get(
    '/segments',
    {
      config,
      schema: {
        operationId: 'segments.list',
        tags,
        summary: 'List segments',
        description: 'Returns segments newest first.',
        querystring: SegmentsQuery,
        response: { 200: Page(Segment) },
      },
    },
    ({ ctx, query }) => listSegments(ctx, query),
  )

  app.post(
    '/segments',
    {
      config,
      schema: {
        operationId: 'segments.create',
        tags,
        summary: 'Create a segment',
        description:
          'With up to 1,000 customers, the members are complete in the response. Otherwise `status` is `building` for a while.',
        body: NewSegment,
        response: { 201: Segment },
      },
    },
    async ({ ctx, body }, reply) => {
      const segment = await createSegment(ctx, body)
      reply.code(201).header('etag', toEtag(segment.version))
      return segment
    },
  )

  app.post(
    '/segments/preview',
    {
      config: { ...config, staff: 'viewer' },
      schema: {
        operationId: 'segments.preview',
        tags,
        summary: 'Preview a segment',
        description: 'Counts the customers who match. Nothing is stored.',
        body: PreviewRequest,
        response: { 200: SegmentPreview },
      },
    },
    ({ ctx, body }) => previewSegment(ctx, body.filter),
  )

  app.get(
    '/segments/:id',
    {
      config,
      schema: {
        operationId: 'segments.get',
        tags,
        summary: 'Get a segment',
        description: 'Returns the segment with the number of its members.',
        params: SegmentPath,
        response: { 200: Segment },
      },
    },
    async ({ ctx, params }, reply) => {
      const segment = await getSegment(ctx, params.id)
      reply.header('etag', toEtag(segment.version))
      return segment
    },
  )

  app.patch(
    '/segments/:id',
    {
      config,
      schema: {
        operationId: 'segments.update',
        tags,
        summary: 'Update a segment',
        description:
          'A new filter is evaluated for all customers; until then, `status` is `building`. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: SegmentPath,
        headers: IfMatch,
        body: SegmentChanges,
        response: { 200: Segment },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const segment = await updateSegment(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(segment.version))
      return segment
    },
  )

  app.delete(
    '/segments/:id',
    {
      config,
      schema: {
        operationId: 'segments.delete',
        tags,
        summary: 'Delete a segment',
        description: 'Its customers stay. Returns 409 while promotions use it.',
        params: SegmentPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteSegment(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.get(
    '/segments/:id/members',
    {
      config,
      schema: {
        operationId: 'segments.members',
        tags,
        summary: 'List the members of a segment',
        description: 'Returns customers newest first. `GET /v1/customers?segmentId=…` also filters and sorts them.',
        params: SegmentPath,
        querystring: MembersQuery,
        response: { 200: Page(Customer) },
      },
    },
    ({ ctx, params, query }) => listMembers(ctx, params.id, query),
  )

  app.get(
    '/segments/:id/export',
    {
      config,
      // A HEAD request would generate the whole file only to discard it.
      exposeHeadRoute: false,
      schema: {
        operationId: 'segments.export',
        tags,
        summary: 'Export the members of a segment as CSV',
        description:
          'Oldest customers first. Cells that a spreadsheet would treat as a formula get a leading apostrophe.',
        params: SegmentPath,
        response: { 200: { description: 'The CSV file.', content: { 'text/csv': { schema: File } } } },
      },
    },
    async ({ ctx, params }, reply) => {
      const { id } = await getSegment(ctx, params.id)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="segment-${ctx.now.toISOString().slice(0, 10)}.csv"`)
      return Readable.from(exportMembers(ctx, id))
    },
  )

  app.get(
    '/segments/:id/audit',
    {
      config,
      schema: {
        operationId: 'segments.audit',
        tags,
        summary: 'Audit a segment',
        description:
          'Evaluates all customers again and reports members that differ. `drift` contains the first 1,000; `driftCount` is the total number. Changes of the last seconds may not be evaluated yet.',
        params: SegmentPath,
        response: { 200: SegmentAudit },
      },
    },
    ({ ctx, params }) => auditSegment(ctx, params.id),
  )
}
