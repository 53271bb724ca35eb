import type { Client } from 'openapi-fetch'
import type { StreamEvent } from './event-stream.ts'
import type { paths } from './generated/api.ts'
import type { Resources } from './generated/resources.ts'
import type { EventIteration } from './iterate-events.ts'
import type { Arguments, Call, CallOptions, ItemOf, ListPath } from './operations.ts'
import type { StreamOptions } from './stream.ts'

/**
 * Every call resolves with the response data, throws a `StoredeskError` or `StoredeskConnectionError`, and retries
 * automatically. Resources have a method for each operation; `get`, `post` and so on take its path instead.
 */
export interface Storedesk<Paths extends object = paths> extends Omit<Resources, 'events'> {
  events: Resources['events'] & EventIteration

  /**
   * Reads a resource.
   *
   * @example
   * const workspace = await storedesk.get('/v1/workspace')
   * const event = await storedesk.get('/v1/events/{id}', { params: { id: 'evt_01k9z3h8x2f7mtv4q6bw0ncdre' } })
   */
  get: Call<Paths, 'get'>

  /**
   * Creates a resource or performs an action. The idempotency key ensures it happens once, however often it is retried.
   *
   * @example
   * const cart = await storedesk.post('/v1/carts', { body: { currency: 'EUR' }, idempotencyKey: `cart-of-${visitor}` })
   */
  post: Call<Paths, 'post'>

  /**
   * Replaces a resource.
   *
   * @example
   * await storedesk.put('/v1/carts/{id}/items/{lineId}', { params: { id, lineId }, body: { quantity: 2 } })
   */
  put: Call<Paths, 'put'>

  /**
   * Updates some fields. Retried only when the server rejected it (429, 503), never after a lost connection.
   *
   * @example
   * await storedesk.patch('/v1/workspace', { body: { name: 'Hazel & Oak' } })
   */
  patch: Call<Paths, 'patch'>

  /**
   * Deletes a resource.
   *
   * @example
   * await storedesk.delete('/v1/carts/{id}/items/{lineId}', { params: { id, lineId } })
   */
  delete: Call<Paths, 'delete'>

  /**
   * Iterates over every item of a list, across all pages; requests the next page once the previous one is consumed.
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
   * The server-sent events of a path. Breaking out of the loop ends the request. Pass the event types as type argument,
   * and `event` narrows `data`.
   *
   * An idempotency key cannot replay a stream, so opening one with POST is retried only when the server rejected it.
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
   * The underlying openapi-fetch client, with the same key, retries and timeout: for headers, and for statuses that
   * should not throw.
   *
   * @example
   * const { data, error, response } = await storedesk.raw.GET('/v1/workspace')
   * console.log(response.headers.get('x-ratelimit-remaining'))
   */
  raw: Client<Paths>
}
