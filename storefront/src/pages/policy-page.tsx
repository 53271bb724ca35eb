import { StoredeskError } from '@storedesk/sdk'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { useFormat } from '../shop/format.ts'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { Prose } from '../ui/prose.tsx'

interface Data {
  kind: string
  title: string
  html: string
  updatedAt: string
}

export const page = definePage<Data>({
  load: async ({ api, params }) => {
    const policy = (await api.policies.list()).data.find(({ kind }) => kind === params.kind)
    if (!policy) throw new StoredeskError(404, { code: 'not_found', message: 'No such policy.' })
    const { kind, title, html, updatedAt } = policy
    return { kind, title, html, updatedAt }
  },
  head: ({ kind, title }, { theme }) => ({ title: `${title} – ${theme.brand.name}`, canonical: paths.policy(kind) }),
  View: ({ data: { title, html, updatedAt } }) => {
    const format = useFormat()
    return (
      <>
        <Breadcrumbs trail={[]} current={title} />
        <article className="wide prose-page">
          <h1>{title}</h1>
          <Prose html={html} />
          <p className="small muted">
            Last updated <time dateTime={updatedAt}>{format.date(updatedAt)}</time>
          </p>
        </article>
      </>
    )
  },
})
