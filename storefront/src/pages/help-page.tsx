import { useEffect, useState } from 'react'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { Link } from '../router/router.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'

interface ArticleLink {
  handle: string
  title: string
  category: string | null
  locale: string
}
interface Data {
  data: ArticleLink[]
}

const DEBOUNCE_MS = 250

export const page = definePage<Data>({
  load: ({ server }) => server.get<Data>('articles'),
  head: (_data, { theme }) => ({ title: `Help – ${theme.brand.name}`, canonical: paths.help() }),
  View: ({ data: { data: articles } }) => {
    const [query, setQuery] = useState('')
    const found = useFoundArticles(query.trim())
    return (
      <>
        <Breadcrumbs trail={[]} current="Help" />
        <div className="wide">
          <h1>How can we help?</h1>
          <div className="help-search field">
            <label htmlFor="help-search">Search help</label>
            <input
              id="help-search"
              className="input"
              type="search"
              placeholder="How do I return something?"
              maxLength={200}
              value={query}
              onChange={({ currentTarget: { value } }) => setQuery(value)}
            />
          </div>
          {found ? <ArticleResults articles={found} /> : <ByCategory articles={articles} />}
          <p className="lead">
            No answer here? <Link href={paths.contact()}>Write to us</Link>
          </p>
        </div>
      </>
    )
  },
})

/** Undefined while nothing was searched. */
function useFoundArticles(query: string): ArticleLink[] | undefined {
  const { server } = useShop()
  const [found, setFound] = useState<ArticleLink[]>()
  useEffect(() => {
    if (query === '') return setFound(undefined)
    let isCurrent = true
    const timer = setTimeout(() => {
      server
        .get<Data>(`articles?q=${encodeURIComponent(query)}`)
        .then(({ data }) => isCurrent && setFound(data))
        .catch(() => {})
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [server, query])
  return found
}

const ArticleResults = ({ articles }: { articles: ArticleLink[] }) => (
  <section>
    <h2 role="status">{articles.length === 0 ? 'No results' : 'Results'}</h2>
    <Links articles={articles} />
  </section>
)

function ByCategory({ articles }: { articles: ArticleLink[] }) {
  if (articles.length === 0) return <p className="muted">No articles yet.</p>
  const categories = [...new Set(articles.map(({ category }) => category))]
  return (
    <div className="help-categories">
      {categories.map((category) => (
        <section key={category ?? ''} className="panel">
          <h2>{category ?? 'More'}</h2>
          <Links articles={articles.filter((article) => article.category === category)} />
        </section>
      ))}
    </div>
  )
}

const Links = ({ articles }: { articles: ArticleLink[] }) => (
  <ul className="help-links">
    {articles.map(({ handle, title, locale }) => (
      <li key={handle}>
        <Link href={paths.article(handle)} lang={locale}>
          {title}
        </Link>
      </li>
    ))}
  </ul>
)
