import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { useEnterDashboard } from './enter-dashboard.ts'
import { TwoFactorForm } from './two-factor-form.tsx'

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' })
  const enter = useEnterDashboard()
  const [needsCode, setNeedsCode] = useState(false)
  const setupStatus = useQuery({
    queryKey: ['setup'],
    queryFn: () => api.get('/setup', {}),
    retry: false,
  })
  const signIn = useAction({
    mutationFn: ({ email = '', password = '' }: Record<string, string>) =>
      api.post('/auth/sign-in', { body: { email: email.trim(), password } }),
    onSuccess: ({ status }) => (status === 'signed_in' ? enter(next) : setNeedsCode(true)),
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })

  if (setupStatus.data?.required) return <Navigate to="/setup" replace />
  if (needsCode) return <TwoFactorForm onSignedIn={() => enter(next)} onBack={() => setNeedsCode(false)} />
  return (
    <AuthCard title="Sign in">
      <AuthForm submitLabel="Sign in" isPending={signIn.isPending} error={signIn.error} onSubmit={signIn.mutate}>
        <TextInput
          name="email"
          label="Email"
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
      </AuthForm>
      <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />} size="sm" ta="center">
        Forgot your password?
      </Anchor>
    </AuthCard>
  )
}
