import type { ListedProduct } from '@storedesk/sdk'
import { useEffect, useRef, useState } from 'react'
import { PriceRange } from '../product/price.tsx'
import { Link, useRouter } from '../router/router.tsx'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

const DEBOUNCE_MS = 200
const MAX_SUGGESTIONS = 6

/** What the results on the screen were searched for. */
function searchedText(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://shop.invalid')
  return pathname === paths.search() ? (searchParams.get('q') ?? '') : ''
}

/** Suggests products as the visitor types. Without scripts it is a plain form. */
export function SearchForm({ id }: { id: string }) {
  const { screen, navigate } = useRouter()
  const [text, setText] = useState(() => searchedText(screen.url))
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const products = useSuggestions(isOpen ? text.trim() : '')

  useEffect(() => {
    setOpen(false)
    setText(searchedText(screen.url))
  }, [screen.url])

  return (
    <search>
      <form
        ref={form}
        className="search"
        action={paths.search()}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
          navigate(paths.search(text.trim()))
        }}
        onBlur={({ relatedTarget }) => {
          if (!form.current?.contains(relatedTarget)) setOpen(false)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false)
        }}
      >
        <Icon name="search" size={20} />
        <input
          id={id}
          type="search"
          name="q"
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setOpen(true)
          }}
        />
        {isOpen && products ? <Suggestions products={products} query={text.trim()} /> : null}
      </form>
    </search>
  )
}

function Suggestions({ products, query }: { products: ListedProduct[]; query: string }) {
  return (
    <div className="suggestions">
      <p className="visually-hidden" role="status">
        {products.length === 0 ? 'No results' : `${products.length} suggestions`}
      </p>
      {products.length === 0 ? <p className="muted">No products match “{query}”.</p> : null}
      <ul>
        {products.map((product) => (
          <li key={product.id}>
            <Link href={paths.product(product.handle)}>
              <Picture image={product.image && { ...product.image, alt: '' }} size={48} />
              <span>
                <strong>{product.title}</strong>
                <PriceRange product={product} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {products.length > 0 ? (
        <Link className="suggestions-all" href={paths.search(query)}>
          Show all results
        </Link>
      ) : null}
    </div>
  )
}

/** Undefined while nothing was searched. The last results stay until the next ones arrive. */
function useSuggestions(query: string): ListedProduct[] | undefined {
  const { api } = useShop()
  const [products, setProducts] = useState<ListedProduct[]>()
  useEffect(() => {
    if (query === '') return setProducts(undefined)
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      api()
        .products.list({ q: query, limit: MAX_SUGGESTIONS }, { signal: leaving.signal })
        .then(({ data }) => setProducts(data))
        .catch(() => {})
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [api, query])
  return products
}
