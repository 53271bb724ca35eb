import type { FastifyReply, FastifyRequest } from 'fastify'
import { transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { auditEverywhere } from './accounts.ts'
import type { Auth } from './auth.ts'
import { authHeaders, passCookies } from './cookies.ts'
import { refusedAs } from './sign-in.ts'
import { claimTotpCode } from './totp.ts'

/** It counts from the moment at which a first code has proven that the app has it. */
export async function prepareTwoFactor(auth: Auth, request: FastifyRequest, password: string) {
  if (request.person.twoFactorEnabled) throw new AppError('conflict', 'The second factor is on already.')
  const { api } = await auth()
  const answer = await refusedAs(notYours, () =>
    api.enableTwoFactor({ body: { password, method: 'totp' }, headers: authHeaders(request) }),
  )
  if (!('totpURI' in answer)) throw new Error('better-auth has set up another second factor than was asked for')
  return { uri: answer.totpURI, backupCodes: answer.backupCodes }
}

export async function confirmTwoFactor(auth: Auth, request: FastifyRequest, reply: FastifyReply, code: string) {
  if (request.person.twoFactorEnabled) throw new AppError('conflict', 'The second factor is on already.')
  const { api } = await auth()
  if (!(await claimTotpCode(auth, request.system, request.person.userId, code))) throw wrongCode()
  const { headers } = await refusedAs(wrongCode, () =>
    api.verifyTOTP({ body: { code }, headers: authHeaders(request), returnHeaders: true }),
  )
  passCookies(reply, headers)
  await tell(request, 'two-factor.on')
}

export async function removeTwoFactor(auth: Auth, request: FastifyRequest, reply: FastifyReply, password: string) {
  const { api } = await auth()
  const { headers } = await refusedAs(notYours, () =>
    api.disableTwoFactor({ body: { password }, headers: authHeaders(request), returnHeaders: true }),
  )
  passCookies(reply, headers)
  if (request.person.twoFactorEnabled) await tell(request, 'two-factor.off')
}

const wrongCode = () => new AppError('forbidden', 'The code is wrong or was already used. Wait for the next one.')

const notYours = () => new AppError('forbidden', 'This is not your present password.')

const tell = ({ system, person, ip }: FastifyRequest, action: string) =>
  transaction(system, (ctx) => auditEverywhere(ctx, person, { action, ip }))
