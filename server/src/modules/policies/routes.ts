import { Type } from 'typebox'
import { toSinglePage } from '../../db/page.ts'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { Page } from '../../kit/schema.ts'
import { getPolicy, listPolicyVersions, previewPolicy, publishPolicy, unpublishPolicy } from './policies.ts'
import { listPolicies } from './queries.ts'
import {
  NewPolicy,
  Policies,
  Policy,
  PolicyPath,
  PolicyPreview,
  PolicyPreviewRequest,
  PolicyVersion,
  PolicyVersionsQuery,
} from './schemas.ts'

const tags = ['Policies']

export const policyRoutes: Routes = async (app) => {
  app.get(
    '/policies',
    {
      config: { access: 'storefront', scopes: SCOPES, limit: 'default', cache: {} },
      schema: {
        operationId: 'policies.list',
        summary: 'List policies',
        description:
          'Only published policies, sorted by kind, for visitors and keys alike. Each has its text as Markdown and as safe HTML.',
        tags,
        response: { 200: Policies },
      },
    },
    async ({ ctx }) => toSinglePage(await listPolicies(ctx)),
  )

  app.get(
    '/policies/:kind',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'policies.get',
        summary: 'Get a policy',
        description: 'Returns the published policy. Send its `ETag` as `If-Match` when you change it.',
        tags,
        params: PolicyPath,
        response: { 200: Policy },
      },
    },
    async ({ ctx, params }, reply) => {
      const policy = await getPolicy(ctx, params.kind)
      reply.header('etag', toEtag(policy.version))
      return policy
    },
  )

  app.put(
    '/policies/:kind',
    {
      config: { access: 'key', limit: 'default', staff: 'admin' },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'policies.publish',
        summary: 'Publish a policy',
        description:
          'Replaces the policy and keeps the previous text as an older version. Publishing the same text again changes nothing.',
        tags,
        params: PolicyPath,
        headers: IfMatch,
        body: NewPolicy,
        response: { 200: Policy },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const policy = await publishPolicy(ctx, params.kind, body, headers['if-match'])
      reply.header('etag', toEtag(policy.version))
      return policy
    },
  )

  app.delete(
    '/policies/:kind',
    {
      config: { access: 'key', limit: 'default', staff: 'admin' },
      schema: {
        operationId: 'policies.unpublish',
        summary: 'Unpublish a policy',
        description: 'Hides the policy from visitors and keeps its versions.',
        tags,
        params: PolicyPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await unpublishPolicy(ctx, params.kind, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    '/policies/preview',
    {
      config: { access: 'key', limit: 'default', staff: 'viewer' },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'policies.preview',
        summary: 'Preview a policy',
        description: 'Returns the HTML that visitors would get if the text were published. Nothing is stored.',
        tags,
        body: PolicyPreviewRequest,
        response: { 200: PolicyPreview },
      },
    },
    async ({ body }) => previewPolicy(body),
  )

  app.get(
    '/policies/:kind/versions',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'policies.versions.list',
        summary: 'List policy versions',
        description:
          'All versions, newest first, including the current one. Also lists the versions of an unpublished policy.',
        tags,
        params: PolicyPath,
        querystring: PolicyVersionsQuery,
        response: { 200: Page(PolicyVersion) },
      },
    },
    ({ ctx, params, query }) => listPolicyVersions(ctx, params.kind, query),
  )
}
