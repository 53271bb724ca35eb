import { actorOf, type Ctx } from '../../ctx.ts'
import { type Keyset, keyset, type Page, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { getCustomer } from './customers.ts'
import { type NewNote, Note, type NotesQuery } from './schemas.ts'

export async function createNote(ctx: Ctx, customerId: string, input: NewNote): Promise<Note> {
  await getCustomer(ctx, customerId)
  return insertNote(ctx, customerId, input)
}

export async function listNotes(ctx: Ctx, customerId: string, query: NotesQuery): Promise<Page<Note>> {
  await getCustomer(ctx, customerId)
  const page = keyset(query)
  return toPage(await readNotes(ctx, customerId, page), page)
}

export async function deleteNote(ctx: Ctx, customerId: string, noteId: string): Promise<void> {
  if ((await removeNote(ctx, customerId, noteId)) === 0) throw notFound('note', noteId)
}

const insertNote = (ctx: Ctx, customerId: string, { body }: NewNote) =>
  ctx.db.one(
    Note,
    sql`
      insert into customer_notes (environment_id, id, customer_id, body, author, created_at)
      values (${ctx.environmentId}, ${newId('note')}, ${customerId}, ${body}, ${actorOf(ctx.caller)}, ${ctx.now})
      returning id, body, author, created_at`,
  )

const readNotes = (ctx: Ctx, customerId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Note,
    sql`
      select id, body, author, created_at from customer_notes
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const removeNote = (ctx: Ctx, customerId: string, noteId: string) =>
  ctx.db.run(sql`
    delete from customer_notes
    where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id = ${noteId}`)
