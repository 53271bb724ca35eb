import { Button } from '@mantine/core'
import { useState } from 'react'
import { EntryCard } from '../access/entry-card.tsx'
import type { Me } from '../access/me.ts'
import { useSignOut } from '../access/sign-out.ts'
import { VerifyEmail } from '../account/verify-email.tsx'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'

interface Props {
  me: Me
  onOpened: (id: string) => void
}

export function NoWorkspace({ me, onOpened }: Props) {
  const { email, emailVerified } = me.user
  const canCreate = me.canCreateWorkspaces
  const [isNaming, setIsNaming] = useState(false)
  const signOut = useSignOut()
  return (
    <EntryCard
      title="No workspace"
      about={`${email} is not a member of any workspace. Ask an owner or admin for an invitation${canCreate ? ', or create a workspace of your own' : ''}.`}
    >
      {canCreate ? <Button onClick={() => setIsNaming(true)}>New workspace…</Button> : null}
      {emailVerified ? null : <VerifyEmail email={email} />}
      {isNaming ? <NewWorkspaceDialog onClose={() => setIsNaming(false)} onOpened={onOpened} /> : null}
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate('here')}>
        Sign out
      </Button>
    </EntryCard>
  )
}
