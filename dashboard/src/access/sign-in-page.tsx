import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { useEnter } from './enter.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import type { SignedIn } from './signed-in.ts'

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' })
  const enter = useEnter()
  const [needsCode, setNeedsCode] = useState(false)
  const setUp = useQuery({ queryKey: ['set-up'], queryFn: () => api<{ needed: boolean }>('/set-up'), retry: false })
  const signIn = useMutation({
    mutationFn: ({ email = '', password = '' }: Record<string, string>) =>
      api<SignedIn>('/auth/sign-in', { method: 'POST', body: { email: email.trim(), password } }),
    onSuccess: ({ status }) => (status === 'signed_in' ? enter(next) : setNeedsCode(true)),
    meta: { ownRefusals: true },
    gcTime: 0,
  })

  if (setUp.data?.needed) return <Navigate to="/set-up" replace />
  if (needsCode) return <SecondFactorForm onSignedIn={() => enter(next)} onBack={() => setNeedsCode(false)} />
  return (
    <EntryCard title="Sign in">
      <EntryForm submit="Sign in" pending={signIn.isPending} error={signIn.error} onSubmit={signIn.mutate}>
        <TextInput
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          maxLength={128}
          required
          withAsterisk={false}
        />
      </EntryForm>
      <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />} size="sm" ta="center">
        Forgot your password?
      </Anchor>
    </EntryCard>
  )
}
