import * as settings from '../modules/assistant/settings/schemas.ts'

/** Settings of the chat assistant. */
export const assistantSchemas = {
  AssistantSettings: settings.AssistantSettings,
  AssistantSettingsInput: settings.AssistantSettingsInput,
  AssistantModel: settings.AssistantModel,
  AssistantModelInput: settings.AssistantModelInput,
  AssistantEngine: settings.AssistantSettings.properties.engine,
  ModelProvider: settings.AssistantModel.properties.provider,
  AssistantBudgets: settings.AssistantBudgets,
  ModelTest: settings.ModelTest,
  ModelTestResult: settings.ModelTestResult,
}
