import { Type } from 'typebox'
import type { SystemCtx } from '../../../ctx.ts'
import { transaction } from '../../../ctx.ts'
import { notifyAccessRevoked } from '../../../http/auth/access-revocation.ts'
import type { StaffUser } from '../../../http/auth/staff.ts'
import { defineSystemJob, enqueueSystemJob } from '../../../jobs/job.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { dashboardLink, hashToken, newToken } from '../../../kit/one-time-token.ts'
import type { Mail } from '../../../ports/mail.ts'
import { type NewAuditEntry, writeAudit } from '../../audit/audit.ts'
import { hashPassword } from '../password-hashing.ts'
import * as queries from '../queries.ts'

export const { hasUsers, findUserByEmail, markEmailVerified } = queries

export interface NewAccount {
  name: string
  email: string
  password: string
  /** Whether they have proven that the mailbox is theirs. */
  emailVerified: boolean
}

/** There is no sign-up: an account is created with the first workspace or with an accepted invitation. */
export async function createAccount(ctx: SystemCtx, { name, email, password, emailVerified }: NewAccount) {
  const user = { userId: newId('usr'), name: name.trim(), email: normalizeEmail(email), emailVerified }
  const insertedCount = await queries.insertUser(ctx, user)
  if (insertedCount === 0)
    throw new AppError('conflict', 'An account with this email address already exists. Sign in instead.')
  await queries.insertPassword(ctx, user.userId, await hashPassword(password))
  return user
}

/** Nobody can sign in with an account that has no password. Returns the existing one, if there is one. */
export async function ensureAccountWithoutPassword(ctx: SystemCtx, name: string, email: string): Promise<string> {
  const existing = await queries.findUserByEmail(ctx, email)
  if (existing) return existing.userId
  const userId = newId('usr')
  await queries.insertUser(ctx, { userId, name, email, emailVerified: false })
  return userId
}

export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Account changes matter to every workspace that trusts the account. */
export async function auditInAllWorkspaces(
  ctx: SystemCtx,
  user: { userId: string; name: string; email: string },
  entry: Pick<NewAuditEntry, 'action' | 'ip'> & { isSelf?: boolean },
): Promise<void> {
  const { isSelf = true, ...rest } = entry
  const actor = isSelf ? { userId: user.userId, name: user.name } : null
  for (const { workspaceId } of await queries.listUserWorkspaces(ctx, user.userId)) {
    await writeAudit(ctx, { workspaceId, actor, subject: user.email, ...rest })
  }
}

/**
 * Invalidates everything proven with the current password: sessions except one, streams, and pending second factors.
 */
export async function revokeAccess(ctx: SystemCtx, userId: string, exceptSessionId?: string): Promise<void> {
  await queries.deleteSessions(ctx, userId, exceptSessionId)
  await queries.deleteVerifications(ctx, userId)
  await notifyAccessRevoked(ctx, userId)
}

const DAY_MS = 86_400_000
const PREFIX = 'verify-email:'
const JOB = { name: 'sign-in.send-email-verification', maxAttempts: 9 }

export const requestEmailVerification = (ctx: SystemCtx, userId: string) => enqueueSystemJob(ctx, JOB, { userId })

/** The link is created where it is sent, so it is neither in the queue nor in the database. */
export const emailVerificationJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({ userId: Type.String() }),
    run: async (ctx, { userId }) => {
      const user = await queries.findUnverifiedUser(ctx, userId)
      if (!user) return
      const token = newToken()
      await transaction(ctx, async (ctx) => {
        await queries.deleteVerifications(ctx, userId, PREFIX)
        await queries.insertVerification(ctx, toIdentifier(token), userId, new Date(ctx.now.getTime() + DAY_MS))
      })
      await mail.send({
        to: user.email,
        subject: 'Verify your email address for Storedesk',
        text: [
          `A Storedesk account was created for ${user.email}. If it is yours, verify the address within a day:`,
          dashboardLink(publicUrl, 'email-verification', token),
          'If it is not yours, ignore this email. To take over the account, reset its password on the sign-in page.',
        ].join('\n\n'),
      })
    },
  })

/**
 * Needs the link and a session of the same account. The link alone must not do: someone may have created the account
 * for an address that is not theirs, and its owner would confirm it for them with a click.
 */
export async function verifyEmail(ctx: SystemCtx, currentUser: StaffUser, token: string, ip: string): Promise<void> {
  const identifier = toIdentifier(token)
  const user = await queries.findUserByVerification(ctx, identifier)
  if (!user) throw linkExpiredError()
  if (user.userId !== currentUser.userId) {
    throw new AppError('forbidden', `This link is for ${user.email}. Sign in with that account and open it again.`, {
      fields: { email: user.email },
    })
  }
  await transaction(ctx, async (ctx) => {
    if ((await queries.consumeVerification(ctx, identifier)) === 0) throw linkExpiredError()
    await queries.markEmailVerified(ctx, user.userId)
    await auditInAllWorkspaces(ctx, user, { action: 'email.verified', ip })
  })
}

const toIdentifier = (token: string) => PREFIX + hashToken(token).toString('base64url')

const linkExpiredError = () =>
  new AppError('not_found', 'This link is no longer valid. Request a new one in your account.')

const MIN_DISTINCT = 5
/** Minimum number of characters left after removing everything predictable. */
const MIN_UNPREDICTABLE = 5
const MIN_RUN = 4
/** Shorter words are in too many good passwords. */
const MIN_PERSONAL_WORD = 4

/** Keyboard rows and common sequences. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const BOTH_WAYS = SEQUENCES.flatMap((row) => [row, [...row].reverse().join('')])

/** Throws for a password that attackers try first. `personal` is what they know about the account: email, names. */
export function assertStrongPassword(password: string, field: string, personal: string[]): void {
  const message = findWeakness(password, personal)
  if (message) throw invalidRequest('Choose a stronger password.', [{ path: `/${field}`, message }])
}

export function findWeakness(password: string, personal: string[] = []): string | undefined {
  const text = password.toLowerCase()
  if (new Set(text).size < MIN_DISTINCT) return `must have at least ${MIN_DISTINCT} different characters`
  const withoutPersonal = remove(text, personal.flatMap(wordsOf))
  if (withoutPersonal !== text && isPredictable(withoutPersonal))
    return 'must not be based on your name, email address or workspace'
  const rest = shortenRuns(remove(unleet(withoutPersonal), COMMON_PASSWORDS))
  if (isPredictable(rest) || isPredictable(shortenRuns(remove(withoutPersonal, COMMON_PASSWORDS)))) {
    return 'must be harder to guess: use several unrelated words, and no common passwords, sequences or repetition'
  }
  return undefined
}

/** Spaces, punctuation and digits around a word are guessed along with it. */
const isPredictable = (rest: string): boolean =>
  new Set(rest.replaceAll(/[^\p{L}\p{N}]/gu, '')).size < MIN_UNPREDICTABLE

function remove(text: string, words: readonly string[]): string {
  // Longest first: "password" must not leave the end of "passwords".
  return [...words]
    .sort((a, b) => b.length - a.length)
    .reduce((remaining, word) => remaining.replaceAll(word, ' '), text)
}

function wordsOf(text: string): string[] {
  const whole = text.toLowerCase().trim()
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  return [whole, whole.replaceAll(/\s/g, ''), ...parts].filter((word) => word.length >= MIN_PERSONAL_WORD)
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unleet = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)

/** Removes sequences, and counts a repeated part once. */
function shortenRuns(text: string): string {
  const withoutRuns = [...text].reduce(
    (remaining, _, from) => {
      const run = BOTH_WAYS.map((row) => runLength(text, from, row)).reduce(
        (longest, length) => Math.max(longest, length),
        0,
      )
      return run >= MIN_RUN ? remaining.fill(' ', from, from + run) : remaining
    },
    [...text],
  )
  return withoutRuns.join('').replaceAll(/(.{1,64}?)\1+/gu, '$1')
}

function runLength(text: string, from: number, row: string): number {
  const start = row.indexOf(text[from] ?? '')
  if (start < 0) return 0
  let length = 0
  while (text[from + length] !== undefined && text[from + length] === row[start + length]) length += 1
  return length
}

/**
 * The content of leaked password lists, ten characters and more: whole passwords and the words they begin with. In
 * lower case; digits and punctuation around a word are ignored when a password is checked.
 */
export const COMMON_PASSWORDS = `
password passwort passw0rd passwords motdepasse contraseña contrasena wachtwoord senha parola geslo haslo
welcome willkommen bienvenue letmein iloveyou ihateyou imissyou loveyou lovely sunshine princess
football baseball basketball volleyball softball superman spiderman batman ironman starwars pokemon
dragon monkey shadow master killer trustno1 trustnoone whatever computer internet qwerty qwertz azerty
administrator admin administrateur superuser sysadmin rootroot root toor guest default changeme
changeit secret supersecret topsecret temporary temppass testing tester test1234 testtest login signin
storedesk storefront shopify myshop onlineshop webshop
michelle jennifer elizabeth alexander christopher jonathan samantha stephanie charlotte victoria
liverpool manchester barcelona chelsea arsenal juventus realmadrid
chocolate butterfly strawberry blueberry cheesecake cinnamon
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
correcthorsebatterystaple
`
  .split(/\s+/)
  .filter(Boolean)
