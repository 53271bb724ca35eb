import { Alert } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'

/** Says why nothing can be edited. */
export function ReadOnlyNotice() {
  const { workspace } = useWorkspace()
  return canManage(workspace.role) ? null : (
    <Alert color="blue">{`Only owners and admins can change these settings. Your role is ${workspace.role}.`}</Alert>
  )
}
