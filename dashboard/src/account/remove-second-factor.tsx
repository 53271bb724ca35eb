import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { EntryForm } from '../access/entry-form.tsx'
import { api } from '../api.ts'
import { OwnPasswordInput } from './own-password-input.tsx'

export function RemoveSecondFactor({ onRemoved }: { onRemoved: () => Promise<void> }) {
  const remove = useMutation({
    mutationFn: (body: Record<string, string>) => api<object>('/auth/two-factor/removal', { method: 'POST', body }),
    onSuccess: onRemoved,
    gcTime: 0,
  })
  return (
    <>
      <Text size="sm">On: besides the password, signing in takes a code from your authenticator app.</Text>
      <EntryForm submit="Turn it off" pending={remove.isPending} error={remove.error} onSubmit={remove.mutate}>
        <OwnPasswordInput />
      </EntryForm>
    </>
  )
}
