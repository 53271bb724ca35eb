import { Alert } from '@mantine/core'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { useTheme } from './theme.ts'
import { ThemeForm } from './theme-form.tsx'

export function ThemePage() {
  const { workspace } = useWorkspace()
  const theme = useTheme()
  return (
    <Page
      title="Theme"
      about="How storefronts look. They take it over as it is saved here, as CSS variables and as data."
    >
      {canManage(workspace.role) ? null : (
        <Alert color="blue">{`Only owners and admins change the theme. Your role here is ${workspace.role}.`}</Alert>
      )}
      {theme.isPending ? <Loading what="the theme" /> : null}
      <ErrorAlert error={theme.error} title="The theme can't be shown" onRetry={() => void theme.refetch()} />
      {theme.data ? <ThemeForm theme={theme.data} /> : null}
    </Page>
  )
}
