import { Alert, Stack, Text } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldError, withLabeledDetails } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { Page } from '../ui/page.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { AnnouncementSection } from './announcement-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { ColorsSection } from './colors-section.tsx'
import { LocalizationSection } from './localization-section.tsx'
import { NavigationSection } from './navigation-section.tsx'
import { type Theme, useTheme, useUpdateTheme } from './theme.ts'
import { type SectionProps, toThemeFields, toThemeSettings } from './theme-fields.ts'
import { formatFieldPath } from './theme-labels.ts'
import classes from './theme-page.module.css'
import { ThemePreview } from './theme-preview.tsx'
import { TypographySection } from './typography-section.tsx'

export function ThemePage() {
  const { workspace } = useWorkspace()
  const theme = useTheme()
  return (
    <Page title="Theme" about="How your shop looks. Visitors see what you save at once.">
      {canManage(workspace.role) ? null : (
        <Alert color="blue">{`Only owners and admins can change the theme. Your role is ${workspace.role}.`}</Alert>
      )}
      {theme.isPending ? <Loading what="theme" /> : null}
      <ErrorAlert error={theme.error} title="Couldn't load the theme" onRetry={() => void theme.refetch()} />
      {theme.data ? <ThemeForm theme={theme.data} /> : null}
    </Page>
  )
}

function ThemeForm({ theme }: { theme: Theme }) {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const update = useUpdateTheme(theme.version)
  const draft = useSavedFormDraft(toThemeFields(theme), update)
  const { fields } = draft
  const sectionProps: SectionProps = {
    fields,
    edit: draft.edit,
    readOnly: !canEdit,
    errorAt: (path) => fieldError(update.error, path),
  }
  const save = () =>
    update.mutate(toThemeSettings(fields), {
      onSuccess: (saved) => draft.markSaved(fields, toThemeFields(saved), 'Theme saved'),
    })
  const conflict = theme.updatedAt ? (
    <Text size="sm">{`Their version is ${theme.version}, saved ${formatDateTime(theme.updatedAt)}.`}</Text>
  ) : null

  return (
    <SaveForm
      what="the theme"
      errorTitle="Couldn't save the theme"
      draft={draft}
      mutation={update}
      error={withLabeledDetails(update.error, formatFieldPath)}
      theirs={conflict}
      canEdit={canEdit}
      onSave={save}
    >
      <div className={classes.columns}>
        <div className={classes.preview}>
          <ThemePreview fields={fields} />
        </div>
        <Stack gap="lg" className={classes.parts ?? ''}>
          <BrandSection {...sectionProps} />
          <ColorsSection {...sectionProps} />
          <TypographySection {...sectionProps} />
          <NavigationSection {...sectionProps} theme={theme} />
          <AnnouncementSection {...sectionProps} />
          <LocalizationSection {...sectionProps} />
        </Stack>
      </div>
    </SaveForm>
  )
}
