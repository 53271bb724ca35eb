import { Button } from '@mantine/core'
import { EntryCard } from '../access/entry-card.tsx'
import { useSignOut } from './sign-out.ts'

export function NoWorkspace({ email }: { email: string }) {
  const signOut = useSignOut()
  return (
    <EntryCard
      title="No workspace"
      about={`${email} is a member of no workspace. Ask an owner or admin for an invitation.`}
    >
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate('here')}>
        Sign out
      </Button>
    </EntryCard>
  )
}
