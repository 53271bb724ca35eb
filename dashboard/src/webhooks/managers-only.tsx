import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { Page } from '../ui/page.tsx'

/** Deliveries contain what happens in the shop, and endpoints their receivers: the server shows them to nobody else. */
export function ManagersOnly({ children }: { children: ReactNode }) {
  const { role } = useWorkspace().workspace
  if (canManage(role)) return children
  return (
    <Page title="Webhooks">
      <Alert color="blue">{`Only owners and admins can view webhooks. Your role is ${role}.`}</Alert>
    </Page>
  )
}
