import { sleep } from './abort.ts'
import { errorFrom } from './errors.ts'
import { type ClientOptions, type LooseOptions, openExchange } from './exchange.ts'
import type { paths } from './generated/api.ts'
import { parseJson } from './json.ts'
import { eachItem, type Page } from './pages.ts'
import type { Storedesk } from './storedesk.ts'
import { type StreamOptions, streamEvents } from './stream.ts'

// biome-ignore lint/performance/noBarrelFile: the package has one door, and what calls throw must come through it.
export { isStoredeskError, StoredeskConnectionError, StoredeskError } from './errors.ts'
export type { StreamEvent } from './event-stream.ts'
export type { ClientOptions } from './exchange.ts'
export type { components, paths } from './generated/api.ts'
export type { CallSettings, PostSettings } from './operations.ts'
export type { Storedesk } from './storedesk.ts'
export type { StreamOptions } from './stream.ts'

const REAL_CLOCK = { sleep, random: Math.random }

/**
 * A client of the Storedesk API: with an `apiKey` on a server, with a `workspaceId` in a browser.
 *
 * @example
 * import { createClient } from '@storedesk/sdk'
 *
 * const storedesk = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: process.env.STOREDESK_API_KEY })
 * console.log((await storedesk.get('/v1/workspace')).name)
 */
export function createClient<Paths extends object = paths>(
  options: ClientOptions,
  clock = REAL_CLOCK,
): Storedesk<Paths> {
  const { raw, exchange } = openExchange<Paths>(options, clock)

  const call =
    (method: string) =>
    async (path: string, asked: LooseOptions = {}): Promise<unknown> => {
      const { data, error, response } = await exchange(method, path, asked)
      if (!response.ok) throw errorFrom(response, error)
      if (data === undefined || data === '') return undefined
      const json = parseJson(String(data))
      if (json === undefined) throw errorFrom(response, data)
      return json
    }

  const get = call('GET')

  const list = (path: string, asked: LooseOptions = {}) =>
    eachItem(async (cursor) => {
      const query = cursor === undefined ? asked.query : { ...asked.query, cursor }
      return (await get(path, { ...asked, query })) as Page<unknown>
    })

  const stream = (path: string, { method = 'GET', ...asked }: StreamOptions = {}) =>
    streamEvents({ method, url: options.baseUrl + path }, asked.signal, async (signal) => {
      const headers = { accept: 'text/event-stream', ...asked.headers }
      const repeatable = method === 'POST' ? 'refusals' : 'all'
      const { error, response } = await exchange(
        method,
        path,
        { ...asked, headers, signal },
        { parseAs: 'stream', repeatable },
      )
      if (!response.ok) throw errorFrom(response, error)
      return response
    })

  const calls = { get, post: call('POST'), put: call('PUT'), patch: call('PATCH'), delete: call('DELETE') }
  // The one place where the run time's loose paths meet the types of the document.
  return { ...calls, list, stream, raw } as unknown as Storedesk<Paths>
}
