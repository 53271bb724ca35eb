import { type AnchorHTMLAttributes, createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import type { Screen } from '../shop/page.ts'
import { BASE } from '../shop/paths.ts'

interface Router {
  screen: Screen
  /** The next screen is being loaded. */
  isLoading: boolean
  /** `replace` changes the current page, such as its filters: scrolling and focus stay where they are. */
  navigate: (href: string, options?: { replace?: boolean }) => void
  /** Loads the current page again. */
  reload: () => void
}

const RouterContext = createContext<Router | undefined>(undefined)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('useRouter needs a RouterProvider')
  return router
}

/** Pages that were seen lately appear at once when the visitor goes back. */
const MAX_REMEMBERED = 20
const remembered = new Map<string, Screen>()

function remember(screen: Screen): void {
  remembered.delete(screen.url)
  remembered.set(screen.url, screen)
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

/** Path and query of the page that is shown. */
let shownUrl = ''

/** Gives the page that is shown another address, such as that of a variant, and loads nothing. */
export function replaceAddress(url: string): void {
  history.replaceState(history.state, '', url)
  shownUrl = url
}

interface Props {
  initial: Screen
  load: (url: string) => Promise<Screen>
  children: ReactNode
}

/** Follows links within the shop without reloading the page. On the server it only provides the screen. */
export function RouterProvider({ initial, load, children }: Props) {
  const [screen, setScreen] = useState(initial)
  const [pending, setPending] = useState<string>()

  const show = useCallback((next: Screen, scrollY: number) => {
    remember(next)
    setPending(undefined)
    setScreen(next)
    shownUrl = next.url
    document.title = next.head.title
    // After React has rendered the page.
    setTimeout(() => window.scrollTo(0, scrollY))
  }, [])

  const go = useCallback(
    async (url: string, scrollY: number) => {
      setPending(url)
      const next = await load(url)
      // The visitor may have gone elsewhere in the meantime.
      if (location.pathname + location.search === url) show(next, scrollY)
    },
    [load, show],
  )

  const navigate = useCallback<Router['navigate']>(
    (href, { replace = false } = {}) => {
      const { pathname, search, hash } = new URL(href, location.href)
      if (replace) {
        history.replaceState({ scrollY }, '', pathname + search + hash)
        void go(pathname + search, scrollY)
        return
      }
      history.replaceState({ scrollY }, '')
      history.pushState({ scrollY: 0 }, '', pathname + search + hash)
      // Whoever uses a screen reader continues at the new content.
      void go(pathname + search, 0).then(() => document.getElementById('content')?.focus({ preventScroll: true }))
    },
    [go],
  )

  useEffect(() => {
    remember(initial)
    shownUrl = initial.url
    const onPopState = ({ state }: PopStateEvent) => {
      const url = location.pathname + location.search
      // A link to a part of this page, such as its reviews: the browser scrolls there.
      if (url === shownUrl) return setPending(undefined)
      const seen = remembered.get(url)
      if (seen) show(seen, state?.scrollY ?? 0)
      else void go(url, state?.scrollY ?? 0)
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [initial, go, show])

  const reload = useCallback(() => void go(location.pathname + location.search, scrollY), [go])
  return (
    <RouterContext value={{ screen, isLoading: pending !== undefined, navigate, reload }}>{children}</RouterContext>
  )
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** An ordinary link; within the shop it loads only the next page's data. */
export function Link({ href, onClick, ...props }: LinkProps) {
  const { navigate } = useRouter()
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
        if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
        if (!href.startsWith(`${BASE}/`)) return
        event.preventDefault()
        navigate(href)
      }}
    />
  )
}
