import { useEffect } from 'react'
import { Link, useRouter } from '../router/router.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'

const titled =
  (title: string) =>
  (_data: unknown, { theme }: { theme: { brand: { name: string } } }) => ({
    title: `${title} – ${theme.brand.name}`,
    isPrivate: true,
  })

export const notFoundPage = definePage<undefined>({
  head: titled('Page not found'),
  View: () => (
    <div className="narrow center">
      <p className="eyebrow">404</p>
      <h1>We could not find this page</h1>
      <p className="lead">It may have sold out and been taken down, or the address is misspelled.</p>
      <SearchForm id="not-found-search" />
      <p>
        <Link className="button" href={paths.home()}>
          Back to the shop
        </Link>
      </p>
    </div>
  ),
})

/** Waits as long as the API asks, then loads the page again. */
export const failedPage = definePage<{ retryAfter: number | null }>({
  head: titled('Please wait'),
  View: ({ data: { retryAfter } }) => {
    const { reload } = useRouter()
    useEffect(() => {
      if (retryAfter === null) return
      const timer = setTimeout(reload, retryAfter * 1000)
      return () => clearTimeout(timer)
    }, [retryAfter, reload])
    return (
      <div className="narrow center">
        <h1>{retryAfter === null ? 'This page could not be loaded' : 'One moment, please'}</h1>
        <p className="lead" role="status">
          {retryAfter === null
            ? 'The shop did not answer. Try again in a moment.'
            : `Many requests come from your network. The page loads again in ${retryAfter} seconds.`}
        </p>
        <button type="button" className="button" onClick={reload}>
          Try again
        </button>
      </div>
    )
  },
})
