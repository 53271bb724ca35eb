import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { canManage, useWorkspace } from '../../session.ts'
import { ReadOnlyNotice } from '../../settings/read-only-notice.tsx'
import { ErrorAlert, Loading } from '../../ui/feedback.tsx'
import { fieldError } from '../../ui/field-errors.ts'
import { useSavedFormDraft } from '../../ui/form-draft.ts'
import { Page } from '../../ui/page.tsx'
import { SaveForm } from '../../ui/save-form.tsx'
import { SectionCard } from '../../ui/section.tsx'
import { ChatTabs } from '../chat-tabs.tsx'
import {
  type AssistantSettings,
  type FieldsProps,
  toFields,
  toInput,
  useAssistantSettings,
  useReplaceAssistantSettings,
  validate,
} from './assistant.ts'
import { BudgetsSection } from './budgets-section.tsx'
import { EngineSection } from './engine-section.tsx'

export function AssistantPage() {
  const settings = useAssistantSettings()
  return (
    <Page title="Assistant" about="How the assistant introduces itself, and what its answers are written by.">
      <ChatTabs />
      <ReadOnlyNotice />
      {settings.isPending ? <Loading what="the settings" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the settings" onRetry={() => void settings.refetch()} />
      {settings.data ? <AssistantForm settings={settings.data} /> : null}
    </Page>
  )
}

function AssistantForm({ settings }: { settings: AssistantSettings }) {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const replace = useReplaceAssistantSettings(settings.version)
  const draft = useSavedFormDraft(toFields(settings), replace)
  const { fields, edit } = draft
  const props: FieldsProps = { fields, edit, readOnly: !canEdit, error: replace.error }
  return (
    <SaveForm
      what="the assistant"
      errorTitle="Couldn't save the assistant"
      draft={draft}
      mutation={replace}
      canEdit={canEdit}
      validationError={validate(fields)}
      onSave={() =>
        replace.mutate(toInput(fields), {
          onSuccess: (saved) => draft.markSaved(fields, toFields(saved), 'Assistant saved'),
        })
      }
    >
      <IntroductionSection {...props} />
      <EngineSection {...props} keyLast4={settings.model?.keyLast4 ?? null} />
      <BudgetsSection {...props} />
    </SaveForm>
  )
}

function IntroductionSection({ fields, edit, readOnly, error }: FieldsProps) {
  return (
    <SectionCard title="Introduction">
      <Stack gap="sm">
        <Switch
          label="Answer with the assistant"
          description="While it is off, every chat goes to your team as a ticket."
          checked={fields.active}
          disabled={readOnly}
          onChange={(event) => edit({ active: event.currentTarget.checked })}
        />
        <TextInput
          label="Name"
          description="What it calls itself."
          maxLength={100}
          maw={320}
          readOnly={readOnly}
          value={fields.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          error={fieldError(error, '/name')}
        />
        <Textarea
          label="Greeting"
          description="The first words of the chat. If empty, a default in the customer’s language."
          autosize
          minRows={2}
          maxLength={500}
          readOnly={readOnly}
          value={fields.greeting}
          onChange={(event) => edit({ greeting: event.currentTarget.value })}
          error={fieldError(error, '/greeting')}
        />
        <Textarea
          label="Tone"
          description="How a model should sound. It changes the tone of its answers, not its rules. The built-in assistant ignores it."
          placeholder="Friendly and brief. Address customers by their first name."
          autosize
          minRows={2}
          maxLength={2000}
          readOnly={readOnly}
          value={fields.instructions}
          onChange={(event) => edit({ instructions: event.currentTarget.value })}
          error={fieldError(error, '/instructions')}
        />
        <Text size="sm" c="dimmed">
          Whatever writes the answers, prices, stock, dates and policies come from your shop.
        </Text>
      </Stack>
    </SectionCard>
  )
}
