import type { PublicProduct } from '@storedesk/sdk'
import { useState } from 'react'
import { useFormat } from '../shop/format.ts'
import { useShop } from '../shop/shop-context.tsx'
import { errorText } from '../shop/text.ts'
import { Notice } from '../ui/notice.tsx'
import { StarRow, Stars } from './stars.tsx'

export interface ReviewList {
  data: {
    id: string
    rating: number
    title: string
    body: string
    authorName: string | null
    verified: boolean
    createdAt: string
  }[]
  nextCursor: string | null
}

export function Reviews({ product, first }: { product: PublicProduct; first: ReviewList }) {
  const { server } = useShop()
  const format = useFormat()
  const [list, setList] = useState(first)
  const [error, setError] = useState('')
  if (!product.rating || list.data.length === 0) return null
  const showMore = async () => {
    try {
      const next = await server.get<ReviewList>(`products/${product.id}/reviews?cursor=${list.nextCursor}`)
      setList({ data: [...list.data, ...next.data], nextCursor: next.nextCursor })
    } catch (failure) {
      setError(errorText(failure))
    }
  }
  return (
    <section className="wide section" id="reviews">
      <h2>Reviews</h2>
      <Stars rating={product.rating} />
      <ul className="reviews">
        {list.data.map(({ id, rating, title, body, authorName, verified, createdAt }) => (
          <li key={id}>
            <StarRow stars={rating} />
            {title ? <h3>{title}</h3> : null}
            {body ? <p>{body}</p> : null}
            <p className="small muted">
              {authorName ?? 'A customer'}
              {verified ? ', verified purchase' : ''} · <time dateTime={createdAt}>{format.date(createdAt)}</time>
            </p>
          </li>
        ))}
      </ul>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {list.nextCursor ? (
        <button type="button" className="button button-quiet" onClick={() => void showMore()}>
          Show more reviews
        </button>
      ) : null}
    </section>
  )
}
