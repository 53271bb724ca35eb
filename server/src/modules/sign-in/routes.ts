import type { FastifyRequest } from 'fastify'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { AppError } from '../../kit/errors.ts'
import { normalizeEmail, requestEmailVerification, verifyEmail } from './accounts/accounts.ts'
import { consumeAttempt, withAttemptLimits } from './attempt-limits.ts'
import { consumeResetEmail } from './lockout.ts'
import { assertNewPassword, changePassword, requestPasswordReset, resetPassword } from './passwords.ts'
import {
  Credentials,
  EmailVerification,
  EmptyResponse,
  PasswordChange,
  PasswordConfirmation,
  PasswordReset,
  PasswordResetRequest,
  SecondFactor,
  SignInResult,
  TotpCode,
  TotpSetup,
} from './schemas.ts'
import type { Auth } from './sign-in.ts'
import { signIn, signInWithSecondFactor, signOut, signOutEverywhere } from './sign-in.ts'
import { trustDevice } from './trusted-devices.ts'
import { confirmTwoFactor, prepareTwoFactor, removeTwoFactor } from './two-factor.ts'

const publicRoute = { role: 'anonymous' } as const satisfies RouteConfig
const userRoute = { role: 'user' } as const satisfies RouteConfig

export const signInRoutes =
  (auth: Auth): Routes =>
  async (app) => {
    app.post(
      '/auth/sign-in',
      { config: publicRoute, schema: { body: Credentials, response: { 200: SignInResult } } },
      (request, reply) => signIn(auth, request, reply, request.body),
    )

    app.post(
      '/auth/sign-in/second-factor',
      { config: publicRoute, schema: { body: SecondFactor, response: { 200: SignInResult } } },
      (request, reply) => signInWithSecondFactor(auth, request, reply, request.body),
    )

    app.post(
      '/auth/sign-out',
      { config: publicRoute, schema: { response: { 200: EmptyResponse } } },
      async (request, reply) => {
        await signOut(auth, request, reply)
        return {}
      },
    )

    app.post(
      '/auth/sign-out-everywhere',
      { config: userRoute, schema: { response: { 200: EmptyResponse } } },
      async (request, reply) => {
        await signOutEverywhere(request.system, request.user, request.ip)
        await signOut(auth, request, reply)
        return {}
      },
    )

    app.post(
      '/auth/password-reset-requests',
      { config: publicRoute, schema: { body: PasswordResetRequest, response: { 202: EmptyResponse } } },
      async (request, reply) => {
        const { system, body } = request
        if (await consumeResetEmail(request, normalizeEmail(body.email))) await requestPasswordReset(system, body.email)
        reply.code(202)
        return {}
      },
    )

    app.post(
      '/auth/password-reset',
      { config: publicRoute, schema: { body: PasswordReset, response: { 200: EmptyResponse } } },
      async (request, reply) => {
        const { email } = await resetPassword(request.system, request.body, request.ip)
        // The person who opened the emailed link must not be locked out by ongoing guesses.
        await trustDevice(request, reply, email)
        return {}
      },
    )

    app.post(
      '/auth/password',
      { config: userRoute, schema: { body: PasswordChange, response: { 200: EmptyResponse } } },
      async (request, reply) => {
        // Not a guess at the current password, so it does not count as one.
        await assertNewPassword(request.system, request.user, request.body.newPassword)
        await limitPasswordAttempts(request, () =>
          changePassword(request.system, request.user, request.body, request.ip),
        )
        await trustDevice(request, reply, request.user.email)
        return {}
      },
    )

    app.post(
      '/auth/email-verification-requests',
      { config: userRoute, schema: { response: { 202: EmptyResponse } } },
      async ({ system, user }, reply) => {
        if (user.emailVerified) throw new AppError('conflict', 'Your email address is already verified.')
        await consumeAttempt(system, { counters: [{ name: `verify:${user.userId}`, limit: 5 }] })
        await requestEmailVerification(system, user.userId)
        reply.code(202)
        return {}
      },
    )

    app.post(
      '/auth/email-verification',
      { config: userRoute, schema: { body: EmailVerification, response: { 200: EmptyResponse } } },
      async ({ system, user, body, ip }) => {
        await verifyEmail(system, user, body.token, ip)
        return {}
      },
    )

    app.post(
      '/auth/two-factor',
      { config: userRoute, schema: { body: PasswordConfirmation, response: { 200: TotpSetup } } },
      (request) => limitPasswordAttempts(request, () => prepareTwoFactor(auth, request, request.body.password)),
    )

    app.post(
      '/auth/two-factor/confirmation',
      { config: userRoute, schema: { body: TotpCode, response: { 200: EmptyResponse } } },
      async (request, reply) => {
        await limitPasswordAttempts(request, () => confirmTwoFactor(auth, request, reply, request.body.code))
        return {}
      },
    )

    app.post(
      '/auth/two-factor/removal',
      { config: userRoute, schema: { body: PasswordConfirmation, response: { 200: EmptyResponse } } },
      async (request, reply) => {
        await limitPasswordAttempts(request, () => removeTwoFactor(auth, request, reply, request.body.password))
        return {}
      },
    )
  }

/** A person at an unlocked browser must not try passwords endlessly. */
const limitPasswordAttempts = <Result>({ system, user }: FastifyRequest, work: () => Promise<Result>) =>
  withAttemptLimits(system, { counters: [{ name: `own:${user.userId}`, limit: 5, account: user.email }] }, work)
