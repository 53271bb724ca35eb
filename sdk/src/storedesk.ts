import type { Client } from 'openapi-fetch'
import type { StreamEvent } from './event-stream.ts'
import type { paths } from './generated/api.ts'
import type { Arguments, Call, CallOptions, ItemOf, ListPath } from './operations.ts'
import type { StreamOptions } from './stream.ts'

/** Every call resolves with the answer's data, throws a `StoredeskError` or `StoredeskConnectionError`, and retries by itself. */
export interface Storedesk<Paths extends object = paths> {
  /**
   * Reads.
   *
   * @example
   * const workspace = await storedesk.get('/v1/workspace')
   * const event = await storedesk.get('/v1/events/{id}', { params: { id: 'evt_01k9z3h8x2f7mtv4q6bw0ncdre' } })
   */
  get: Call<Paths, 'get'>

  /**
   * Creates, or does a deed. It carries an idempotency key, so it is done once however often it is tried.
   *
   * @example
   * const cart = await storedesk.post('/v1/carts', { body: { currency: 'EUR' }, idempotencyKey: `cart-of-${visitor}` })
   */
  post: Call<Paths, 'post'>

  /**
   * Sets the whole of a thing.
   *
   * @example
   * await storedesk.put('/v1/carts/{id}/items/{lineId}', { params: { id, lineId }, body: { quantity: 2 } })
   */
  put: Call<Paths, 'put'>

  /**
   * Changes a part. It is tried again only where the server has refused it (429, 503), never after a lost connection.
   *
   * @example
   * await storedesk.patch('/v1/workspace', { body: { name: 'Hazel & Oak' } })
   */
  patch: Call<Paths, 'patch'>

  /**
   * Removes.
   *
   * @example
   * await storedesk.delete('/v1/carts/{id}/items/{lineId}', { params: { id, lineId } })
   */
  delete: Call<Paths, 'delete'>

  /**
   * Every item of a list, over all its pages; the next page is asked for when the one before is used up.
   *
   * @example
   * for await (const event of storedesk.list('/v1/events', { query: { type: 'workspace.updated' } })) {
   *   console.log(event.id, event.createdAt)
   * }
   */
  list<Path extends ListPath<Paths>>(
    path: Path,
    ...options: Arguments<CallOptions<Paths, Path, 'get'>>
  ): AsyncGenerator<ItemOf<Paths, Path>, void, undefined>

  /**
   * The server-sent events of a path. Breaking out of the loop ends the request. Name the events in the type argument
   * and `event` tells their data apart.
   *
   * A stream can't be replayed by its idempotency key, so opening one with POST is retried only when it was refused.
   *
   * @example
   * type Chat = { event: 'text'; data: { delta: string }; id: string } | { event: 'end'; data: null; id: string }
   * for await (const { event, data } of storedesk.stream<Chat>('/v1/chat', { method: 'POST', body: { message } })) {
   *   if (event === 'text') process.stdout.write(data.delta)
   * }
   */
  stream<Event extends StreamEvent = StreamEvent>(
    path: (keyof Paths & string) | (string & Record<never, never>),
    options?: StreamOptions,
  ): AsyncGenerator<Event, void, undefined>

  /**
   * The openapi-fetch client underneath, with the same key, retries and time limit: for headers, and for statuses that
   * you do not want thrown.
   *
   * @example
   * const { data, error, response } = await storedesk.raw.GET('/v1/workspace')
   * console.log(response.headers.get('x-ratelimit-remaining'))
   */
  raw: Client<Paths>
}
