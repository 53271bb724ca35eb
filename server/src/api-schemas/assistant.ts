import * as settings from '../modules/assistant/settings/schemas.ts'

/** Settings of the chat assistant. */
export const assistantSchemas = {
  AssistantSettings: settings.AssistantSettings,
  AssistantSettingsInput: settings.AssistantSettingsInput,
  AssistantModel: settings.AssistantModel,
  AssistantModelInput: settings.AssistantModelInput,
  AssistantBudgets: settings.AssistantBudgets,
  ModelTest: settings.ModelTest,
  ModelTestResult: settings.ModelTestResult,
}
