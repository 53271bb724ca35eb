import { type Static, Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { Id, Uuid } from '../../kit/schema.ts'

const UserRow = Type.Object({ userId: Id('usr'), name: Type.String(), email: Type.String() })

export const findUserByEmail = (ctx: SystemCtx, email: string) =>
  ctx.db.row(UserRow, sql`select id as user_id, name, email from users where email = ${email}`)

const UnverifiedRow = Type.Object({ email: Type.String() })

export const findUnverifiedUser = (ctx: SystemCtx, userId: string) =>
  ctx.db.row(UnverifiedRow, sql`select email from users where id = ${userId} and not email_verified`)

/** No rows when it was verified before. */
export const markEmailVerified = (ctx: SystemCtx, userId: string) =>
  ctx.db.run(sql`
    update users set email_verified = true, updated_at = ${ctx.now} where id = ${userId} and not email_verified`)

export const deleteSecondFactor = (ctx: SystemCtx, userId: string) =>
  ctx.db.run(sql`
    with factor as (delete from two_factors where user_id = ${userId})
    update users set two_factor_enabled = false, updated_at = ${ctx.now} where id = ${userId}`)

const AccountRow = Type.Object({ userId: Id('usr'), password: Type.String() })
export type AccountRow = Static<typeof AccountRow>

export const findAccount = (ctx: SystemCtx, email: string) =>
  ctx.db.row(
    AccountRow,
    sql`
      select users.id as user_id, accounts.password
      from users join accounts on accounts.user_id = users.id
      where users.email = ${email} and accounts.provider_id = 'credential' and accounts.password is not null`,
  )

const ExistsRow = Type.Object({ exists: Type.Boolean() })

export const hasUsers = async (ctx: SystemCtx): Promise<boolean> =>
  (await ctx.db.one(ExistsRow, sql`select exists (select from users) as exists`)).exists

const WorkspaceRow = Type.Object({ workspaceId: Uuid, name: Type.String() })

export const listUserWorkspaces = (ctx: SystemCtx, userId: string) =>
  ctx.db.rows(
    WorkspaceRow,
    sql`
      select members.workspace_id, environments.name
      from members join environments on environments.id = members.workspace_id
      where members.user_id = ${userId}
      order by members.workspace_id`,
  )

interface NewUser {
  userId: string
  name: string
  email: string
  emailVerified: boolean
}

/** No rows when the address has an account already. */
export const insertUser = (ctx: SystemCtx, { userId, name, email, emailVerified }: NewUser) =>
  ctx.db.run(sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values (${userId}, ${name}, ${email}, ${emailVerified}, ${ctx.now}, ${ctx.now})
    on conflict (email) do nothing`)

export const insertPassword = (ctx: SystemCtx, userId: string, hash: string) =>
  ctx.db.run(sql`
    insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
    values (${newId('aut')}, ${userId}, 'credential', ${userId}, ${hash}, ${ctx.now}, ${ctx.now})`)

const PasswordRow = Type.Object({ password: Type.String() })

export const findPassword = (ctx: SystemCtx, userId: string) =>
  ctx.db.row(
    PasswordRow,
    sql`select password from accounts where user_id = ${userId} and provider_id = 'credential' and password is not null`,
  )

export const updatePassword = (ctx: SystemCtx, userId: string, hash: string) =>
  ctx.db.run(sql`
    update accounts set password = ${hash}, updated_at = ${ctx.now}
    where user_id = ${userId} and provider_id = 'credential'`)

export const unlockSecondFactor = (ctx: SystemCtx, userId: string) =>
  ctx.db.run(sql`
    update two_factors set failed_verification_count = 0, locked_until = null where user_id = ${userId}`)

/** All sessions of a person except one; with an unknown id, all. */
export const deleteSessions = (ctx: SystemCtx, userId: string, exceptSessionId = '') =>
  ctx.db.run(sql`delete from sessions where user_id = ${userId} and id <> ${exceptSessionId}`)

export const insertVerification = (ctx: SystemCtx, identifier: string, value: string, expiresAt: Date) =>
  ctx.db.run(sql`
    insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${newId('aut')}, ${identifier}, ${value}, ${expiresAt}, ${ctx.now}, ${ctx.now})`)

/** The user of a short-lived secret. */
export const findUserByVerification = (ctx: SystemCtx, identifier: string) =>
  ctx.db.row(
    UserRow,
    sql`
      select users.id as user_id, users.name, users.email
      from verifications join users on users.id = verifications.value
      where verifications.identifier = ${identifier} and verifications.expires_at > ${ctx.now}`,
  )

/** No rows when a concurrent request was faster. */
export const consumeVerification = (ctx: SystemCtx, identifier: string) =>
  ctx.db.run(sql`delete from verifications where identifier = ${identifier} and expires_at > ${ctx.now}`)

/** Password reset links and sign-ins that wait for their second factor; or only those with this prefix. */
export const deleteVerifications = (ctx: SystemCtx, userId: string, prefix = '') =>
  ctx.db.run(sql`delete from verifications where value = ${userId} and starts_with(identifier, ${prefix})`)

/** Checked again: a session that is used may be prolonged in the meantime. */
export const deleteExpiredSessions = (ctx: SystemCtx, limit: number) =>
  ctx.db.run(sql`
    delete from sessions
    where expires_at < ${ctx.now} and id in (select id from sessions where expires_at < ${ctx.now} limit ${limit})`)

export const deleteExpiredVerifications = (ctx: SystemCtx, limit: number) =>
  ctx.db.run(sql`
    delete from verifications
    where id in (select id from verifications where expires_at < ${ctx.now} order by expires_at limit ${limit})`)
