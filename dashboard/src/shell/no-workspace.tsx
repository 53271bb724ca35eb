import { Button } from '@mantine/core'
import { useState } from 'react'
import { EntryCard } from '../access/entry-card.tsx'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { useSignOut } from './sign-out.ts'

export function NoWorkspace({ email, onOpened }: { email: string; onOpened: (id: string) => void }) {
  const [isNaming, setIsNaming] = useState(false)
  const signOut = useSignOut()
  return (
    <EntryCard
      title="No workspace"
      about={`${email} is a member of no workspace. Ask an owner or admin for an invitation, or open a workspace of your own.`}
    >
      <Button onClick={() => setIsNaming(true)}>New workspace…</Button>
      {isNaming ? <NewWorkspaceDialog onClose={() => setIsNaming(false)} onOpened={onOpened} /> : null}
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate('here')}>
        Sign out
      </Button>
    </EntryCard>
  )
}
