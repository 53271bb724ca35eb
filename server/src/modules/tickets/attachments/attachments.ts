import { createHash } from 'node:crypto'
import type { Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { toAttachmentKey } from '../../../kit/file-key.ts'
import { newId } from '../../../kit/ids.ts'
import type { StoredFile } from '../../../ports/file-store.ts'
import * as queries from './queries.ts'
import type { Attachment } from './schemas.ts'

export const MAX_ATTACHMENT_BYTES = 20 * 1024 ** 2

/** A guard against mistakes such as a runaway script, not a quota. */
const MAX_UNUSED_BYTES = 2 * 1024 ** 3
const DAY_MS = 86_400_000

export interface NewAttachment {
  name: string
  contentType: string
  bytes: Uint8Array
  contentId?: string | null
  inline?: boolean
}

/** Call it outside a transaction. One that no message uses within a day is deleted, with its bytes. */
export async function storeAttachment(ctx: Ctx, input: NewAttachment): Promise<Attachment> {
  const { name, contentType, bytes, contentId = null, inline = contentId !== null } = input
  if (bytes.length > MAX_ATTACHMENT_BYTES) {
    throw new AppError('body_too_large', 'An attachment can have at most 20 MB.', {
      fields: { limitBytes: MAX_ATTACHMENT_BYTES },
    })
  }
  const unused = await queries.sumUnusedSizes(ctx, new Date(ctx.now.getTime() - DAY_MS))
  if (unused.sizeBytes + bytes.length > MAX_UNUSED_BYTES) {
    throw new AppError('storage_full', 'Too many attachments are unused. They are deleted after a day.', {
      fields: { limitBytes: MAX_UNUSED_BYTES },
    })
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const attachment = { id: newId('att'), name, contentType, sizeBytes: bytes.length, inline, contentId }
  // The row is committed first, so that the bytes can be found and removed whatever happens next.
  await queries.insertPending(ctx, { ...attachment, sha256 })
  await ctx.files.put(toAttachmentKey(ctx.environmentId, attachment.id), bytes, ctx.signal)
  await queries.markStored(ctx, attachment.id)
  return { ...attachment, url: attachmentUrl(ctx, attachment.id) }
}

export const attachmentUrl = (ctx: Ctx, id: string): string => `${ctx.publicUrl}/v1/tickets/attachments/${id}`

/** Gives them to a message. Each belongs to one message only. */
export async function claimAttachments(ctx: Ctx, messageId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  if ((await queries.claim(ctx, messageId, [...new Set(ids)])) === new Set(ids).size) return
  throw invalidRequest('Some attachments don’t exist or belong to another message. Upload them again.', [
    { path: '/attachmentIds', message: 'must be attachments that no message uses' },
  ])
}

export interface OpenAttachment extends Omit<Attachment, 'url'> {
  file: StoredFile
}

/** The caller must read or destroy the bytes. */
export async function openAttachment(ctx: Ctx, id: string): Promise<OpenAttachment> {
  const attachment = await queries.findStored(ctx, id)
  const file = attachment && (await ctx.files.open(toAttachmentKey(ctx.environmentId, id), ctx.signal))
  if (!file) throw notFound('attachment', id)
  return { ...attachment, file }
}
