import { Alert } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { useTheme } from './theme.ts'
import { ThemeForm } from './theme-form.tsx'

export function ThemePage() {
  const { workspace } = useWorkspace()
  const theme = useTheme()
  return (
    <Page title="Theme" about="How storefronts look. They receive saved changes as CSS variables and as data.">
      {canManage(workspace.role) ? null : (
        <Alert color="blue">{`Only owners and admins can change the theme. Your role is ${workspace.role}.`}</Alert>
      )}
      {theme.isPending ? <Loading what="theme" /> : null}
      <ErrorAlert error={theme.error} title="Couldn't load the theme" onRetry={() => void theme.refetch()} />
      {theme.data ? <ThemeForm theme={theme.data} /> : null}
    </Page>
  )
}
