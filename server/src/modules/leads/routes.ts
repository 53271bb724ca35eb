import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { convertLead } from './conversions.ts'
import { getLead, listLeads, listSubmissions, receiveLead, updateLead } from './leads.ts'
import {
  Lead,
  LeadChanges,
  LeadPath,
  LeadReceipt,
  LeadSubmission,
  LeadsQuery,
  NewConversion,
  NewLead,
  SubmissionsQuery,
} from './schemas.ts'

const tags = ['Leads']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const leadRoutes: Routes = async (app) => {
  app.post(
    '/leads',
    {
      config: { ...config, limit: 'leads' },
      schema: {
        operationId: 'leads.create',
        tags,
        summary: 'Submit a lead',
        description:
          'For forms: call it from your server. The response is the same whether or not the contact is known or the lead is spam. A contact has one lead; another submission updates it.',
        body: NewLead,
        response: { 202: LeadReceipt },
      },
    },
    async ({ ctx, body }, reply) => {
      reply.code(202)
      return receiveLead(ctx, body)
    },
  )

  app.get(
    '/leads',
    {
      config,
      schema: {
        operationId: 'leads.list',
        tags,
        summary: 'List leads',
        description: 'Returns leads newest first, or those with the highest score first. Spam only with `status=spam`.',
        querystring: LeadsQuery,
        response: { 200: Page(Lead) },
      },
    },
    ({ ctx, query }) => listLeads(ctx, query),
  )

  app.get(
    '/leads/:id',
    {
      config,
      schema: {
        operationId: 'leads.get',
        tags,
        summary: 'Get a lead',
        description: 'Returns the lead with its first and last touch and the reasons for its score.',
        params: LeadPath,
        response: { 200: Lead },
      },
    },
    async ({ ctx, params }, reply) => {
      const lead = await getLead(ctx, params.id)
      reply.header('etag', toEtag(lead.version))
      return lead
    },
  )

  app.get(
    '/leads/:id/submissions',
    {
      config,
      schema: {
        operationId: 'leads.submissions.list',
        tags,
        summary: 'List the submissions of a lead',
        description: 'Returns everything that was sent with this contact, newest first, spam included.',
        params: LeadPath,
        querystring: SubmissionsQuery,
        response: { 200: Page(LeadSubmission) },
      },
    },
    ({ ctx, params, query }) => listSubmissions(ctx, params.id, query),
  )

  app.patch(
    '/leads/:id',
    {
      config,
      schema: {
        operationId: 'leads.update',
        tags,
        summary: 'Update a lead',
        description:
          'Fields you omit keep their value. Send `If-Match` to detect concurrent changes; a stale version returns 412. A converted lead that gets another status loses its conversion.',
        params: LeadPath,
        headers: IfMatch,
        body: LeadChanges,
        response: { 200: Lead },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const lead = await updateLead(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(lead.version))
      return lead
    },
  )

  app.post(
    '/leads/:id/conversion',
    {
      config,
      schema: {
        operationId: 'leads.convert',
        tags,
        summary: 'Convert a lead',
        description:
          'Sets the status to `converted`. An order of the customer does so by itself. If the lead is spam or has another conversion, the response is 409.',
        params: LeadPath,
        body: NewConversion,
        response: { 200: Lead },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const lead = await convertLead(ctx, params.id, body)
      reply.header('etag', toEtag(lead.version))
      return lead
    },
  )
}
