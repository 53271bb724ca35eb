import { Paper, Stack, Text, Title } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { ProductFeeds } from './product-feeds.tsx'
import { ResetSandboxSection } from './reset-sandbox.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useWorkspaceSettings } from './workspace-settings.ts'

const DESCRIPTIONS = {
  live: 'Settings of the live environment. The sandbox has its own.',
  test: 'Settings of the sandbox. The live environment has its own.',
}

export function GeneralPage() {
  const { workspace, mode } = useWorkspace()
  const settings = useWorkspaceSettings()
  return (
    <Page title="General" about={DESCRIPTIONS[mode]}>
      {settings.isPending ? <Loading what="settings" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load settings" onRetry={() => void settings.refetch()} />
      {settings.data ? (
        <Paper withBorder p="lg" maw={680}>
          <SettingsForm settings={settings.data} />
        </Paper>
      ) : null}
      <ProductFeeds />
      <Paper withBorder p="lg" maw={680}>
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              IDs
            </Title>
            <Text size="sm" c="dimmed">
              Storefronts send one of these as X-Workspace-Id. They are not secret.
            </Text>
          </div>
          <CopyField label="Workspace ID" description="Live environment" value={workspace.environments.live} />
          <CopyField label="Sandbox ID" description="For testing" value={workspace.environments.test} />
        </Stack>
      </Paper>
      {mode === 'test' && canManage(workspace.role) ? <ResetSandboxSection /> : null}
    </Page>
  )
}
