import type { FastifyRequest } from 'fastify'
import type { Routes } from '../../http/routes.ts'
import { AppError } from '../../kit/errors.ts'
import { normalEmail } from './accounts.ts'
import type { Auth } from './auth.ts'
import { requestVerification, verifyEmail } from './email-verification.ts'
import { attempt, spend } from './guesses.ts'
import { rememberDevice } from './known-devices.ts'
import { mayMailResetLink } from './lock-out.ts'
import { assertNewPassword, changePassword, requestReset, resetPassword } from './passwords.ts'
import {
  Credentials,
  Done,
  EmailVerification,
  OwnPassword,
  PasswordChange,
  PasswordReset,
  ResetRequest,
  SecondFactor,
  SignedIn,
  TotpCode,
  TotpSetUp,
} from './schemas.ts'
import { signIn, signInWithSecondFactor, signOut, signOutEverywhere } from './sign-in.ts'
import { confirmTwoFactor, prepareTwoFactor, removeTwoFactor } from './two-factor.ts'

const open = { role: 'nobody' } as const
const own = { role: 'person' } as const

export const signInRoutes =
  (auth: Auth): Routes =>
  async (app) => {
    app.post(
      '/auth/sign-in',
      { config: open, schema: { body: Credentials, response: { 200: SignedIn } } },
      (request, reply) => signIn(auth, request, reply, request.body),
    )

    app.post(
      '/auth/sign-in/second-factor',
      { config: open, schema: { body: SecondFactor, response: { 200: SignedIn } } },
      (request, reply) => signInWithSecondFactor(auth, request, reply, request.body),
    )

    app.post('/auth/sign-out', { config: open, schema: { response: { 200: Done } } }, async (request, reply) => {
      await signOut(auth, request, reply)
      return {}
    })

    app.post(
      '/auth/sign-out-everywhere',
      { config: own, schema: { response: { 200: Done } } },
      async (request, reply) => {
        await signOutEverywhere(request.system, request.person, request.ip)
        await signOut(auth, request, reply)
        return {}
      },
    )

    app.post(
      '/auth/password-reset-requests',
      { config: open, schema: { body: ResetRequest, response: { 202: Done } } },
      async (request, reply) => {
        const { system, body } = request
        if (await mayMailResetLink(request, normalEmail(body.email))) await requestReset(system, body.email)
        reply.code(202)
        return {}
      },
    )

    app.post(
      '/auth/password-reset',
      { config: open, schema: { body: PasswordReset, response: { 200: Done } } },
      async (request, reply) => {
        const { email } = await resetPassword(request.system, request.body, request.ip)
        // Whoever opened the mailed link must not be kept out by those who go on guessing.
        await rememberDevice(request, reply, email)
        return {}
      },
    )

    app.post(
      '/auth/password',
      { config: own, schema: { body: PasswordChange, response: { 200: Done } } },
      async (request, reply) => {
        // Not a guess at the present one, so it is not counted as such.
        await assertNewPassword(request.system, request.person, request.body.newPassword)
        await guarded(request, () => changePassword(request.system, request.person, request.body, request.ip))
        await rememberDevice(request, reply, request.person.email)
        return {}
      },
    )

    app.post(
      '/auth/email-verification-requests',
      { config: own, schema: { response: { 202: Done } } },
      async ({ system, person }, reply) => {
        if (person.emailVerified) throw new AppError('conflict', 'Your e-mail address is already verified.')
        await spend(system, { counters: [{ name: `verify:${person.userId}`, limit: 5 }] })
        await requestVerification(system, person.userId)
        reply.code(202)
        return {}
      },
    )

    app.post(
      '/auth/email-verification',
      { config: own, schema: { body: EmailVerification, response: { 200: Done } } },
      async ({ system, person, body, ip }) => {
        await verifyEmail(system, person, body.token, ip)
        return {}
      },
    )

    app.post(
      '/auth/two-factor',
      { config: own, schema: { body: OwnPassword, response: { 200: TotpSetUp } } },
      (request) => guarded(request, () => prepareTwoFactor(auth, request, request.body.password)),
    )

    app.post(
      '/auth/two-factor/confirmation',
      { config: own, schema: { body: TotpCode, response: { 200: Done } } },
      async (request, reply) => {
        await guarded(request, () => confirmTwoFactor(auth, request, reply, request.body.code))
        return {}
      },
    )

    app.post(
      '/auth/two-factor/removal',
      { config: own, schema: { body: OwnPassword, response: { 200: Done } } },
      async (request, reply) => {
        await guarded(request, () => removeTwoFactor(auth, request, reply, request.body.password))
        return {}
      },
    )
  }

/** Whoever has found an open browser must not try passwords there without end. */
const guarded = <Result>({ system, person }: FastifyRequest, work: () => Promise<Result>) =>
  attempt(system, { counters: [{ name: `own:${person.userId}`, limit: 5, account: person.email }] }, work)
