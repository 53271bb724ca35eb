import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { changeProfile, createProfile, deleteProfile, getProfile, listProfiles } from './profiles.ts'
import { NewProfile, Profile, ProfileChanges, ProfilePath, SettingsQuery } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Shipping']

export const profileRoutes: Routes = async (app) => {
  app.get(
    '/shipping/profiles',
    {
      config: read,
      schema: {
        operationId: 'shipping.profiles.list',
        tags,
        summary: 'List shipping profiles',
        description:
          'Newest first. A profile is a group of products with their own rates. The default profile contains all products that are in no other. It is created with the first rate or profile.',
        querystring: SettingsQuery,
        response: { 200: Page(Profile) },
      },
    },
    ({ ctx, query }) => listProfiles(ctx, query),
  )

  app.post(
    '/shipping/profiles',
    {
      config: write,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'shipping.profiles.create',
        tags,
        summary: 'Create a shipping profile',
        description:
          'For products that ship differently, such as bulky ones. At most 100 per shop. If several profiles select a product, the oldest applies.',
        body: NewProfile,
        response: { 201: Profile },
      },
    },
    async ({ ctx, body }, reply) => {
      const profile = await createProfile(ctx, body)
      reply.code(201).header('etag', toEtag(profile.version))
      return profile
    },
  )

  app.get(
    '/shipping/profiles/:id',
    {
      config: read,
      schema: {
        operationId: 'shipping.profiles.get',
        tags,
        summary: 'Get a shipping profile',
        description: 'To update it, send its `ETag` as `If-Match`.',
        params: ProfilePath,
        response: { 200: Profile },
      },
    },
    async ({ ctx, params }, reply) => {
      const profile = await getProfile(ctx, params.id)
      reply.header('etag', toEtag(profile.version))
      return profile
    },
  )

  app.patch(
    '/shipping/profiles/:id',
    {
      config: write,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'shipping.profiles.update',
        tags,
        summary: 'Update a shipping profile',
        description: 'Fields you omit keep their value. The default profile can only be renamed.',
        params: ProfilePath,
        headers: IfMatch,
        body: ProfileChanges,
        response: { 200: Profile },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const profile = await changeProfile(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(profile.version))
      return profile
    },
  )

  app.delete(
    '/shipping/profiles/:id',
    {
      config: write,
      schema: {
        operationId: 'shipping.profiles.delete',
        tags,
        summary: 'Delete a shipping profile',
        description:
          'Deletes its rates too. Its products move to the default profile. The default profile can’t be deleted (409).',
        params: ProfilePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteProfile(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
