import type { FastifyReply, FastifyRequest } from 'fastify'
import { transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { AuditAction } from '../audit/audit.ts'
import { auditInAllWorkspaces } from './accounts/accounts.ts'
import { authHeaders, forwardCookies } from './cookies.ts'
import type { Auth } from './sign-in.ts'
import { claimTotpCode, mapAuthErrors } from './sign-in.ts'

/** Two-factor takes effect when a first code has proven that the app has the secret. */
export async function prepareTwoFactor(auth: Auth, request: FastifyRequest, password: string) {
  if (request.user.twoFactorEnabled) throw new AppError('conflict', 'Two-factor authentication is already on.')
  const { api } = await auth()
  const setup = await mapAuthErrors(wrongPasswordError, () =>
    api.enableTwoFactor({ body: { password, method: 'totp' }, headers: authHeaders(request) }),
  )
  if (!('totpURI' in setup)) throw new Error('better-auth set up a different second factor than requested')
  return { url: setup.totpURI, backupCodes: setup.backupCodes }
}

export async function confirmTwoFactor(auth: Auth, request: FastifyRequest, reply: FastifyReply, code: string) {
  if (request.user.twoFactorEnabled) throw new AppError('conflict', 'Two-factor authentication is already on.')
  const { api } = await auth()
  if (!(await claimTotpCode(auth, request.system, request.user.userId, code))) throw wrongCodeError()
  const { headers } = await mapAuthErrors(wrongCodeError, () =>
    api.verifyTOTP({ body: { code }, headers: authHeaders(request), returnHeaders: true }),
  )
  forwardCookies(reply, headers)
  await auditTwoFactor(request, 'two_factor.enabled')
}

export async function removeTwoFactor(auth: Auth, request: FastifyRequest, reply: FastifyReply, password: string) {
  const { api } = await auth()
  const { headers } = await mapAuthErrors(wrongPasswordError, () =>
    api.disableTwoFactor({ body: { password }, headers: authHeaders(request), returnHeaders: true }),
  )
  forwardCookies(reply, headers)
  if (request.user.twoFactorEnabled) await auditTwoFactor(request, 'two_factor.disabled')
}

const wrongCodeError = () =>
  new AppError('forbidden', 'The code is incorrect or was already used. Wait for the next one.')

const wrongPasswordError = () => new AppError('forbidden', 'The current password is incorrect.')

const auditTwoFactor = ({ system, user, ip }: FastifyRequest, action: AuditAction) =>
  transaction(system, (ctx) => auditInAllWorkspaces(ctx, user, { action, ip }))
