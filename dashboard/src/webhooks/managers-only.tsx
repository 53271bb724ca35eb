import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { WebhookTabs } from './webhook-tabs.tsx'

/** The URLs of endpoints may contain secrets: the server shows them to nobody else. */
export function ManagersOnly({ children }: { children: ReactNode }) {
  const { role } = useWorkspace().workspace
  if (canManage(role)) return children
  return (
    <Page title="Webhooks">
      <WebhookTabs />
      <Alert color="blue">{`Only owners and admins can view webhook endpoints. Your role is ${role}.`}</Alert>
    </Page>
  )
}
