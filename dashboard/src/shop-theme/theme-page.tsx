import { Alert } from '@mantine/core'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useTheme } from './theme.ts'
import { ThemeForm } from './theme-form.tsx'

export function ThemePage() {
  const { workspace } = useDesk()
  const theme = useTheme()
  return (
    <Page
      title="Theme"
      about="How storefronts look. They take it over as it is saved here, as CSS variables and as data."
    >
      {manages(workspace.role) ? null : (
        <Alert color="blue">{`Only owners and admins change the theme. Your role here is ${workspace.role}.`}</Alert>
      )}
      {theme.isPending ? <Loading what="the theme" /> : null}
      <Failure error={theme.error} title="The theme can't be shown" onRetry={() => void theme.refetch()} />
      {theme.data ? <ThemeForm theme={theme.data} /> : null}
    </Page>
  )
}
