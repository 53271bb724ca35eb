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
        summary: 'List the shipping profiles',
        description:
          'Newest first. A profile is a group of goods with rates of their own. The default profile, which takes whatever no other takes, is made with the first rate or profile.',
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
          'For goods that ship differently, such as bulky ones. At most 100 a shop. Where several profiles name a product, the oldest takes it.',
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
        description: 'Its `ETag` is what `If-Match` wants when you change it.',
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
        summary: 'Change a shipping profile',
        description:
          'What is not named stays. The default profile may only be renamed. With `If-Match` it is refused (412) when somebody else was faster.',
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
          'Its rates go with it, its goods become those of the default profile. The default profile itself stays (409).',
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
