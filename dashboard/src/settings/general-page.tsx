import { Paper, Stack, Text, Title } from '@mantine/core'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { ResetSandbox } from './reset-sandbox.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useWorkspaceSettings } from './workspace-settings.ts'

const ABOUT = {
  live: 'Settings of the live environment. The sandbox has its own.',
  test: 'Settings of the sandbox. The live environment has its own.',
}

export function GeneralPage() {
  const { workspace, mode } = useDesk()
  const settings = useWorkspaceSettings()
  return (
    <Page title="General" about={ABOUT[mode]}>
      {settings.isPending ? <Loading what="the settings" /> : null}
      <Failure error={settings.error} title="The settings can't be shown" onRetry={() => void settings.refetch()} />
      {settings.data ? (
        <Paper withBorder p="lg" maw={680}>
          <SettingsForm settings={settings.data} />
        </Paper>
      ) : null}
      <Paper withBorder p="lg" maw={680}>
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              Identifiers
            </Title>
            <Text size="sm" c="dimmed">
              Storefronts send one of them as X-Workspace-Id. They are no secrets.
            </Text>
          </div>
          <CopyField label="Workspace id" description="Production" value={workspace.environments.live} />
          <CopyField label="Sandbox id" description="For trying things out" value={workspace.environments.test} />
        </Stack>
      </Paper>
      {mode === 'test' && manages(workspace.role) ? <ResetSandbox /> : null}
    </Page>
  )
}
