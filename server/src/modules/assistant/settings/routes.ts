import { IfMatch, toEtag } from '../../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { AssistantSettings, AssistantSettingsInput, ModelTest, ModelTestResult } from './schemas.ts'
import { getSettings, replaceSettings } from './settings.ts'
import { tryModel } from './try-model.ts'

const tags = ['Assistant']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const assistantSettingsRoutes: Routes = async (app) => {
  app.get(
    '/assistant/settings',
    {
      config,
      schema: {
        operationId: 'assistant.settings',
        tags,
        summary: 'Get the settings of the assistant',
        description: 'How the chat assistant answers: its name, its engine, its model and its budgets.',
        response: { 200: AssistantSettings },
      },
    },
    async ({ ctx }, reply) => {
      const settings = await getSettings(ctx)
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )

  app.put(
    '/assistant/settings',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'assistant.replaceSettings',
        tags,
        summary: 'Replace the settings of the assistant',
        description:
          'Fields you omit get their default, except the key: it is kept as long as the provider and the URL stay the same. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        headers: IfMatch,
        body: AssistantSettingsInput,
        response: { 200: AssistantSettings },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const settings = await replaceSettings(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )

  app.post(
    '/assistant/settings/test',
    {
      config: { ...config, staff: 'admin', idempotency: 'none' },
      schema: {
        operationId: 'assistant.testModel',
        tags,
        summary: 'Try a model',
        description:
          'Asks the model for one word. Without `model`, it tries the stored one. A model that fails is no error of this request: `ok` is false, and `message` says what to do.',
        body: ModelTest,
        response: { 200: ModelTestResult },
      },
    },
    ({ ctx, body }) => tryModel(ctx, body),
  )
}
