import { useEffect, useState } from 'react'

export interface Shop {
  name: string
  tagline: string | null
}
export interface ArticleLink {
  handle: string
  title: string
  category: string | null
  locale: string
}
export interface Article extends ArticleLink {
  /** Safe: the server renders it from Markdown. */
  html: string
  publishedAt: string
}

type Loaded<Data> = { data: Data; error?: never } | { data?: never; error?: 'not_found' | 'failed' }

/** Reads from the shop's own server, which has the key. */
export function useShopApi<Data>(path: string): Loaded<Data> {
  const [loaded, setLoaded] = useState<Loaded<Data> & { path?: string }>({})
  useEffect(() => {
    const leaving = new AbortController()
    fetch(`/shop/api/${path}`, { signal: leaving.signal })
      .then(async (response) => {
        if (response.ok) setLoaded({ path, data: await response.json() })
        else setLoaded({ path, error: response.status === 404 ? 'not_found' : 'failed' })
      })
      .catch(() => (leaving.signal.aborted ? undefined : setLoaded({ path, error: 'failed' })))
    return () => leaving.abort()
  }, [path])
  return loaded.path === path ? loaded : {}
}
