import {
  keepPreviousData,
  type Query,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import {
  ApiError,
  type ApiPath,
  type ListItem,
  type Method,
  type PathParameters,
  type PathWith,
  type PreviewBody,
  type QueryOf,
  type RequestBody,
  type ResponseBody,
  send,
  toUrl,
} from './api.ts'
import { useAction } from './mutation.ts'
import { useWorkspace } from './session.ts'

/** Values for the names in braces; the current workspace fills in its own id. */
type Parameters<P> = Omit<PathParameters<P>, 'workspaceId'>

type HasParameters<P> = keyof Parameters<P> extends never ? false : true

/** What a path needs besides itself to become a URL. */
type UrlOptions<P extends ApiPath, M extends Method = 'get'> = {
  query?: QueryOf<P, M>
} & (HasParameters<P> extends true ? { params: Parameters<P> } : { params?: never })

/** The path of one item: `/v1/orders/{id}` for `/v1/orders`. */
type ItemPath<P extends string> = Exclude<Extract<ApiPath, `${P}/{${string}}`>, `${P}/{${string}}/${string}`>

/**
 * Resolves paths for the current workspace and environment. A query key follows its URL, so that invalidating
 * `/v1/orders` also invalidates each order and everything below it.
 */
export function useApiScope() {
  const { workspace, environmentId } = useWorkspace()
  return (path: string, params: object = {}) => {
    const url = toUrl(path, { ...params, workspaceId: workspace.id })
    const segments = url.split('/').filter(Boolean)
    return path.startsWith('/v1/')
      ? { url, environmentId, queryKey: [environmentId, ...segments] }
      : { url, environmentId: undefined, queryKey: segments }
  }
}

interface Target {
  path: string
  params?: object | undefined
  query?: object | undefined
}

type ReadOptions<Result> = Pick<
  UseQueryOptions<Result>,
  'enabled' | 'staleTime' | 'gcTime' | 'retry' | 'refetchInterval' | 'refetchOnWindowFocus' | 'refetchOnReconnect'
> & {
  /** Shows the last result while that of another query loads. */
  keepPrevious?: boolean
}

function useReadAt<Result>(
  { path, params, query }: Target,
  { keepPrevious = false, ...options }: ReadOptions<Result> = {},
) {
  const { url, environmentId, queryKey } = useApiScope()(path, params)
  return useQuery({
    queryKey: query ? [...queryKey, query] : queryKey,
    queryFn: ({ signal }) => send<Result>(toUrl(url, {}, query), { environmentId, signal }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  })
}

interface ListPage<Item> {
  data: Item[]
  nextCursor?: string | null
}

interface ListOptions {
  staleTime?: number
  refetchInterval?: number | false
  enabled?: boolean
  /** A response with this status counts as an empty list. */
  emptyOn?: 404
}

function useListAt<Item>({ path, params, query }: Target, { emptyOn, ...options }: ListOptions = {}) {
  const { url, environmentId, queryKey } = useApiScope()(path, params)
  return useInfiniteQuery({
    queryKey: [...queryKey, { ...query }],
    queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage<Item>> => {
      try {
        return await send(toUrl(url, {}, { ...query, cursor }), { environmentId, signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === emptyOn) return { data: [] }
        throw error
      }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Only while another filter loads: the list of another order must not show up here.
    placeholderData: (previous, query) => (query && isSameList(query.queryKey, queryKey) ? previous : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    ...options,
  })
}

const MAX_PAGES = 10

/** Up to a thousand items. */
function useAllAt<Item>(path: string, options: Pick<ListOptions, 'staleTime'>) {
  const { url, environmentId, queryKey } = useApiScope()(path)
  return useQuery({
    queryKey: [...queryKey, 'all'],
    queryFn: async ({ signal }) => {
      const all: Item[] = []
      let cursor: string | null | undefined = ''
      for (let page = 0; page < MAX_PAGES && typeof cursor === 'string'; page += 1) {
        const next: ListPage<Item> = await send(toUrl(url, {}, { limit: 100, cursor }), { environmentId, signal })
        all.push(...next.data)
        cursor = next.nextCursor
      }
      return all
    },
    ...options,
  })
}

const isSameList = (key: readonly unknown[], listKey: string[]) =>
  key.length === listKey.length + 1 && listKey.every((segment, index) => segment === key[index])

interface WriteOptions<Result> {
  /** The version on screen; the server rejects the request if there is a newer one. */
  version?: number | undefined
  /** What changes besides the path's own resource. */
  alsoChanges?: readonly PathWith<'get'>[]
  /** 0 drops a response that contains a secret as soon as its dialog closes. */
  gcTime?: number
  /** Runs before anything is read again, which may unmount the caller. */
  onSuccess?: (result: Result) => void | Promise<void>
}

/** `/v1/orders/{id}/refunds` changes what is below `/v1/orders`. */
const rootOf = (path: string) => path.replace(/\/\{(?!workspaceId\}).*$/, '')

const METHODS = { post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

/** Reads the path's resource again when settled; after an error, too, since the screen may be stale. */
function useWriteAt<Body, Result>(
  method: keyof typeof METHODS,
  { path, params }: Target,
  { version, alsoChanges = [], gcTime, onSuccess }: WriteOptions<Result> = {},
) {
  const scope = useApiScope()
  const { url, environmentId, queryKey } = scope(path, params)
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey()
  const changedKeys = [rootOf(path), ...alsoChanges].map((changed) => scope(changed).queryKey)
  const refresh = (isStale: (query: Query) => boolean = () => true) =>
    Promise.all(changedKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey, predicate: isStale })))
  const isDeletion = method === 'delete' && path.endsWith('}')
  /** A deleted item may still be on screen for a moment, and must not be read again. */
  const isOther = (query: Query) => !queryKey.every((segment, index) => segment === query.queryKey[index])
  return useAction({
    mutationFn: async (body: Body) => {
      // A read of the item may be in flight and would return 404.
      if (method === 'delete') await queryClient.cancelQueries({ queryKey })
      return send<Result>(url, {
        method: METHODS[method],
        body,
        environmentId,
        ifMatch: version,
        idempotencyKey: method === 'post' && environmentId ? idempotency.keyFor({ url, body }) : undefined,
      })
    },
    // A network or server error keeps the key: the next attempt is then a retry.
    onError: (error) => (error instanceof ApiError && error.status < 500 ? idempotency.reset() : undefined),
    onSuccess: async (result) => {
      idempotency.reset()
      if (method === 'patch' || method === 'put') queryClient.setQueryData(queryKey, result)
      await onSuccess?.(result)
      if (isDeletion) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    // Not awaited for a deletion: the list would unmount the row before it reports success.
    onSettled: (_result, error) =>
      method === 'delete' ? void refresh(isDeletion && !error ? isOther : undefined) : refresh(),
    ...(gcTime !== undefined && { gcTime }),
  })
}

/** A retry after a lost response reuses the key, so the server does not perform the request twice. */
export function useIdempotencyKey() {
  const last = useRef({ serialized: '', key: '' })
  return {
    keyFor: (request: unknown): string => {
      const serialized = JSON.stringify(request)
      if (serialized !== last.current.serialized) last.current = { serialized, key: newIdempotencyKey() }
      return last.current.key
    },
    /** Call after a definite response: the next request is a new one. */
    reset: () => {
      last.current = { serialized: '', key: '' }
    },
  }
}

const newIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('')

type ReadArguments<P extends ApiPath, Options> =
  HasParameters<P> extends true ? [url: UrlOptions<P>, options?: Options] : [url?: UrlOptions<P>, options?: Options]

/** Reads one resource. */
export const useRead = <P extends PathWith<'get'>>(
  path: P,
  ...[url, options]: ReadArguments<P, ReadOptions<ResponseBody<P>>>
) => useReadAt<ResponseBody<P>>({ path, ...url }, options)

/** Reads a list page by page. `data` has the items of all pages so far, and stays while another filter loads. */
export const useReadList = <P extends PathWith<'get'>>(path: P, ...[url, options]: ReadArguments<P, ListOptions>) =>
  useListAt<ListItem<P>>({ path, ...url }, options)

/** Changes something: `mutate` takes the request body. Its POST is safe to retry. */
export const useWrite = <M extends Exclude<Method, 'get'>, P extends PathWith<M>>(
  method: M,
  path: P,
  params: Parameters<P>,
  options?: WriteOptions<ResponseBody<P, M>>,
) => useWriteAt<RequestBody<P, M>, ResponseBody<P, M>>(method, { path, params }, options)

/** A POST without side effects: the response to what is on screen, such as a preview. */
export function usePreview<P extends PathWith<'post'>>(
  path: P,
  { params, query, body }: UrlOptions<P, 'post'> & { body: RequestBody<P, 'post'> },
  options: ReadOptions<PreviewBody<P>> = {},
) {
  const { keepPrevious = false, ...queryOptions } = options
  const { url, environmentId, queryKey } = useApiScope()(path, params)
  return useQuery({
    // Its own branch: a change of the resource need not render the preview again.
    queryKey: ['preview', ...queryKey, query, body],
    queryFn: ({ signal }) =>
      send<PreviewBody<P>>(toUrl(url, {}, query), { method: 'POST', body, environmentId, signal }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...queryOptions,
  })
}

/** The server ignores a parameter that it doesn't know, so a misspelled filter must not compile. */
type ExactQuery<P extends ApiPath, Query> = Query & Record<Exclude<keyof Query, keyof QueryOf<P>>, never>

interface ResourceOptions extends Pick<WriteOptions<unknown>, 'alsoChanges'> {
  /** Milliseconds until what was read counts as outdated; 0 for what changes with every sale. */
  staleTime?: number
}

/** The hooks of a noun: `resource('/v1/orders')` lists, reads, creates, updates and deletes orders. */
export function resource<P extends PathWith<'get'>>(path: P, { alsoChanges, ...readOptions }: ResourceOptions = {}) {
  const item = (id: string) => ({ path: `${path}/{id}`, params: { id } })
  const changes = alsoChanges && { alsoChanges }
  return {
    useList: <Query extends QueryOf<P>>(query?: ExactQuery<P, Query>, options?: ListOptions) =>
      useListAt<ListItem<P>>({ path, query }, { ...readOptions, ...options }),
    /** The list in full, where the server limits its length. */
    useAll: () => useAllAt<ListItem<P>>(path, readOptions),
    useOne: (id: string, options?: ReadOptions<ResponseBody<ItemPath<P>>>) =>
      useReadAt<ResponseBody<ItemPath<P>>>(item(id), { ...readOptions, ...options }),
    useCreate: (options?: WriteOptions<ResponseBody<P, 'post'>>) =>
      useWriteAt<RequestBody<P, 'post'>, ResponseBody<P, 'post'>>('post', { path }, { ...changes, ...options }),
    /** Fields that the body omits keep their value. */
    useUpdate: (id: string, options?: WriteOptions<ResponseBody<ItemPath<P>, 'patch'>>) =>
      useWriteAt<RequestBody<ItemPath<P>, 'patch'>, ResponseBody<ItemPath<P>, 'patch'>>('patch', item(id), {
        ...changes,
        ...options,
      }),
    useReplace: (id: string, options?: WriteOptions<ResponseBody<ItemPath<P>, 'put'>>) =>
      useWriteAt<RequestBody<ItemPath<P>, 'put'>, ResponseBody<ItemPath<P>, 'put'>>('put', item(id), {
        ...changes,
        ...options,
      }),
    useDelete: (id: string, options?: WriteOptions<ResponseBody<ItemPath<P>, 'delete'>>) =>
      useWriteAt<RequestBody<ItemPath<P>, 'delete'>, ResponseBody<ItemPath<P>, 'delete'>>('delete', item(id), {
        ...changes,
        ...options,
      }),
  }
}
