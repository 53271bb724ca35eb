import { API_ROOT, toUrl } from './api.ts'

export const ENVIRONMENT = '/workspaces/{workspaceId}/environments/{environmentId}'
/** A tab in the background gives its connection back: browsers allow six per site. */
const HIDDEN_MS = 60_000
const RETRY_MS = 3_000

/** What to do with each kind of message. `reload`: anything may have changed. */
type Handlers = { reload: () => void } & Record<string, (message: never) => void>

/** The browser reconnects by itself, except after an error response. Whatever was missed meanwhile is read again. */
export function openInboxStream(workspaceId: string, environmentId: string, handlers: Handlers): () => void {
  const url = API_ROOT + toUrl(`${ENVIRONMENT}/inbox-stream`, { workspaceId, environmentId })
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false
  const open = () => {
    clearTimeout(timer)
    if (source) return
    source = new EventSource(url)
    source.addEventListener('ready', () => {
      if (wasOpen) handlers.reload()
      wasOpen = true
    })
    for (const [kind, handle] of Object.entries(handlers)) {
      source.addEventListener(kind, ({ data }) => handle(JSON.parse(data) as never))
    }
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      timer = setTimeout(open, RETRY_MS)
    })
  }
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const onVisibility = () => {
    if (document.visibilityState === 'visible') return open()
    clearTimeout(timer)
    timer = setTimeout(close, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', onVisibility)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    close()
  }
}

/** Runs at most once per interval, and once after the last call: a busy chat changes several times a second. */
export function newThrottle(run: () => void, intervalMs: number): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      run()
    }, intervalMs)
  }
}
