import { Button } from '@mantine/core'
import { useState } from 'react'
import { VerifyEmail } from '../account/verify-email.tsx'
import { AuthCard } from '../auth/auth-card.tsx'
import { useSignOut } from '../auth/sign-out.ts'
import type { Me } from '../session.ts'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'

interface Props {
  me: Me
  onCreated: (id: string) => void
}

export function NoWorkspace({ me, onCreated }: Props) {
  const { email, emailVerified } = me.user
  const canCreate = me.canCreateWorkspaces
  const [isCreating, setIsCreating] = useState(false)
  const signOut = useSignOut()
  return (
    <AuthCard
      title="No workspace"
      about={`${email} is not a member of any workspace. Ask an owner or admin for an invitation${canCreate ? ', or create your own workspace' : ''}.`}
    >
      {canCreate ? <Button onClick={() => setIsCreating(true)}>Create workspace</Button> : null}
      {emailVerified ? null : <VerifyEmail email={email} />}
      {isCreating ? <NewWorkspaceDialog onClose={() => setIsCreating(false)} onCreated={onCreated} /> : null}
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate('here')}>
        Sign out
      </Button>
    </AuthCard>
  )
}
