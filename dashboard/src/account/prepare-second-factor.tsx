import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { EntryForm } from '../access/entry-form.tsx'
import { api } from '../api.ts'
import type { TotpSetUp } from './confirm-second-factor.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'

export function PrepareSecondFactor({ onPrepared }: { onPrepared: (setUp: TotpSetUp) => void }) {
  const prepare = useMutation({
    mutationFn: (body: Record<string, string>) => api<TotpSetUp>('/auth/two-factor', { method: 'POST', body }),
    onSuccess: onPrepared,
    gcTime: 0,
  })
  return (
    <>
      <Text size="sm">
        Off: whoever has your password can sign in. With an authenticator app on your phone, signing in takes a code
        from it as well.
      </Text>
      <EntryForm submit="Turn it on" pending={prepare.isPending} error={prepare.error} onSubmit={prepare.mutate}>
        <OwnPasswordInput />
      </EntryForm>
    </>
  )
}
