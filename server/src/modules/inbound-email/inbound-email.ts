import { createHash } from 'node:crypto'
import { type Ctx, type SystemCtx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { enqueueByName } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Mailbox } from '../mailboxes/schemas.ts'
import { readMessageIds } from './parse-email.ts'
import * as queries from './queries.ts'
import { readHeaders } from './read-headers.ts'
import type { EmailsQuery, EmailTrace, InboundEmail } from './schemas.ts'
import { storeEmail } from './store-email.ts'

/** As mail servers usually do; an email is a third larger than its attachments. */
export const MAX_EMAIL_BYTES = 25 * 1024 * 1024

/** The job of `process-email.ts`. */
export const PROCESS_JOB = { name: 'inbound-email.process', maxAttempts: 12 }

export interface NewEmail {
  mailboxId: Mailbox['id']
  source: InboundEmail['source']
  /** Of the SMTP dialog; empty for bounces. */
  envelopeFrom: string
  envelopeTo: string[]
  content: Uint8Array
}

/**
 * Stores an email as it is. When this returns, it is committed and will be processed: only now may its sender be told
 * that we have it. The same email again is only counted.
 */
export async function receiveEmail(
  ctx: Ctx,
  email: NewEmail,
): Promise<{ id: InboundEmail['id'] | undefined; isDuplicate: boolean }> {
  const emailMessageId = readMessageId(email.content)
  const row: queries.NewEmailRow = {
    ...email,
    id: newId('eml'),
    envelopeFrom: clean(email.envelopeFrom).slice(0, 320),
    envelopeTo: email.envelopeTo.map((address) => clean(address).slice(0, 320)),
    emailMessageId,
    identity: emailMessageId ?? `sha256:${createHash('sha256').update(email.content).digest('hex')}`,
  }
  if (await storeEmail(ctx, row, PROCESS_JOB)) return { id: row.id, isDuplicate: false }
  return { id: (await queries.countDuplicate(ctx, row))?.id, isDuplicate: true }
}

const clean = (text: string) => text.replaceAll('\u0000', '')

function readMessageId(content: Uint8Array): string | null {
  const header = readHeaders(content).find(({ key }) => key === 'message-id')
  return readMessageIds(header?.value)[0] ?? null
}

export async function listEmails(ctx: Ctx, query: EmailsQuery): Promise<Page<InboundEmail>> {
  const page = keyset(query)
  const rows = await queries.listEmails(ctx, page, query.status ?? null, query.ticket ?? null)
  const { data, nextCursor } = toPage(rows, page)
  return { data: data.map(queries.toInboundEmail), nextCursor }
}

/** Why the email was threaded, ignored or rejected. */
export async function getTrace(ctx: Ctx, id: string): Promise<EmailTrace> {
  const row = await getRow(ctx, id)
  return { email: queries.toInboundEmail(row), decision: row.decision }
}

/** As it arrived. Deleted after 30 days. */
export async function getContent(ctx: Ctx, id: string): Promise<Buffer> {
  await getRow(ctx, id)
  const row = await queries.findContent(ctx, id)
  if (row) return row.content
  throw new AppError('not_found', 'The email was deleted after 30 days.', { fields: { id } })
}

/** Makes an email a message of a ticket that the rules have ignored. */
export function releaseEmail(ctx: Ctx, id: string): Promise<InboundEmail> {
  return transaction(ctx, async (ctx) => {
    await getRow(ctx, id)
    if (!(await queries.releaseEmail(ctx, id))) {
      throw new AppError('conflict', 'This email is a message of a ticket already.')
    }
    await enqueueByName(ctx, PROCESS_JOB, { emailId: id })
    return queries.toInboundEmail(await getRow(ctx, id))
  })
}

async function getRow(ctx: Ctx, id: string): Promise<queries.EmailRow> {
  const row = await queries.findEmail(ctx, id)
  if (!row) throw notFound('email', id)
  return row
}

const DAY_MS = 86_400_000

export async function pruneEmails(ctx: SystemCtx): Promise<void> {
  const before = new Date(ctx.now.getTime() - 30 * DAY_MS)
  while (!ctx.signal.aborted && (await queries.pruneContents(ctx, before)) > 0);
  const dayAgo = new Date(ctx.now.getTime() - DAY_MS)
  await inBatches(ctx, (limit) => queries.pruneTokens(ctx, dayAgo, limit))
}
