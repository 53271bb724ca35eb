import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { Link } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { Prose } from '../ui/prose.tsx'

interface Article {
  handle: string
  title: string
  locale: string
  /** Safe: the server renders it from Markdown. */
  html: string
  publishedAt: string
}

export const page = definePage<Article>({
  load: ({ server, params: { handle = '' } }) => server.get<Article>(`articles/${encodeURIComponent(handle)}`),
  head: ({ handle, title }, { theme }) => ({
    title: `${title} – ${theme.brand.name}`,
    canonical: paths.article(handle),
  }),
  View: ({ data: { title, html, locale, publishedAt } }) => {
    const format = useFormat()
    return (
      <>
        <Breadcrumbs trail={[{ label: 'Help', href: paths.help() }]} current={title} />
        <article className="wide prose-page" lang={locale}>
          <h1>{title}</h1>
          <Prose html={html} />
          <p className="small muted">
            <time dateTime={publishedAt}>{format.date(publishedAt)}</time>
          </p>
          <p lang="en">
            Still have a question? <Link href={paths.contact()}>Write to us</Link>
          </p>
        </article>
      </>
    )
  },
})
