import { Paper, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { ReadOnlyNotice } from '../settings/read-only-notice.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { Page } from '../ui/page.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { MinutesInput } from './minutes-input.tsx'
import { RatingsSection } from './ratings-section.tsx'
import {
  type CsatSettings,
  type CsatSettingsInput,
  useCsatSettings,
  useReplaceCsatSettings,
} from './ticket-settings.ts'

const MAX_DELAY_MINUTES = 43_200

export function SatisfactionPage() {
  const settings = useCsatSettings()
  return (
    <Page
      title="Satisfaction"
      about="Asks customers once per ticket how satisfied they are, by email after it was resolved."
    >
      <ReadOnlyNotice />
      {settings.isPending ? <Loading what="the survey" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the survey" onRetry={() => void settings.refetch()} />
      {settings.data ? <SurveyForm settings={settings.data} /> : null}
      <RatingsSection />
    </Page>
  )
}

const toFields = ({ active, delayMinutes, subject, body }: CsatSettings): CsatSettingsInput => ({
  active,
  delayMinutes,
  subject,
  body,
})

function SurveyForm({ settings }: { settings: CsatSettings }) {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const replace = useReplaceCsatSettings(settings.version)
  const draft = useSavedFormDraft(toFields(settings), replace)
  const { fields } = draft
  const isEmpty = fields.subject.trim() === '' || fields.body.trim() === ''
  return (
    <SaveForm
      what="the survey"
      errorTitle="Couldn't save the survey"
      draft={draft}
      mutation={replace}
      canEdit={canEdit}
      validationError={isEmpty ? 'Enter a subject and a text.' : undefined}
      onSave={() =>
        replace.mutate(fields, { onSuccess: (saved) => draft.markSaved(fields, toFields(saved), 'Survey saved') })
      }
    >
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="sm">
          <Switch
            label="Ask for a rating"
            checked={fields.active}
            disabled={!canEdit}
            onChange={(event) => draft.edit({ active: event.currentTarget.checked })}
          />
          <MinutesInput
            label="Delay after the ticket was resolved"
            description="A ticket that is reopened meanwhile gets no survey."
            value={fields.delayMinutes}
            min={0}
            max={MAX_DELAY_MINUTES}
            onChange={(minutes) => draft.edit({ delayMinutes: minutes ?? 0 })}
            readOnly={!canEdit}
            error={fieldError(replace.error, '/delayMinutes')}
          />
          <TextInput
            label="Subject"
            maxLength={200}
            readOnly={!canEdit}
            value={fields.subject}
            onChange={(event) => draft.edit({ subject: event.currentTarget.value })}
            error={fieldError(replace.error, '/subject')}
          />
          <Textarea
            label="Text"
            description="The link to the survey follows it."
            autosize
            minRows={3}
            maxLength={5000}
            readOnly={!canEdit}
            value={fields.body}
            onChange={(event) => draft.edit({ body: event.currentTarget.value })}
            error={fieldError(replace.error, '/body')}
          />
        </Stack>
      </Paper>
    </SaveForm>
  )
}
