import type { OperationResponse } from '@storedesk/sdk'
import { useEffect, useState } from 'react'
import { useRouter } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { Icon } from '../ui/icon.tsx'
import { formatPrice, type ListFilter, parsePrice, withFilter } from './listing-query.ts'
import { inSizeOrder } from './size-order.ts'

type Facets = NonNullable<OperationResponse<'products.list'>['facets']>
type FacetValue = Facets['vendors'][number]

const MAX_VALUES = 8

/** Open beside the products on a large screen, folded above them on a phone. */
export function Filters({ facets, query }: { facets: Facets; query: URLSearchParams }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)')
    const update = () => setOpen(wide.matches)
    update()
    wide.addEventListener('change', update)
    return () => wide.removeEventListener('change', update)
  }, [])
  return (
    <details className="filters" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="filter" size={18} /> Filter
      </summary>
      <div>
        <FilterGroup title="Type" name="type" values={facets.types} query={query} />
        {facets.options.map(({ name, values }) => (
          <FilterGroup
            key={name}
            title={name}
            name="option"
            values={values}
            query={query}
            toFilter={(value) => `${name}:${value}`}
          />
        ))}
        <FilterGroup title="Brand" name="vendor" values={facets.vendors} query={query} />
        <PriceFilter facets={facets} query={query} />
        <Availability facets={facets} query={query} />
        <button
          type="button"
          className="button button-block filters-done"
          onClick={({ currentTarget }) => {
            currentTarget.closest('details')?.scrollIntoView()
            setOpen(false)
          }}
        >
          Show products
        </button>
      </div>
    </details>
  )
}

interface GroupProps {
  title: string
  name: ListFilter
  values: FacetValue[]
  query: URLSearchParams
  toFilter?: (value: string) => string
}

function FilterGroup({ title, name, values, query, toFilter = (value) => value }: GroupProps) {
  const { navigate } = useRouter()
  // A single value divides nothing.
  if (values.length < 2 && !values.some(({ selected }) => selected)) return null
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      {inSizeOrder(values.slice(0, MAX_VALUES)).map(({ value, count, selected }) => (
        <FilterCheckbox
          key={value}
          label={value}
          count={count}
          isSelected={selected}
          onChange={(isOn) => navigate(withFilter(query, name, toFilter(value), isOn), { replace: true })}
        />
      ))}
    </fieldset>
  )
}

interface CheckboxProps {
  label: string
  count: number
  isSelected: boolean
  onChange: (isOn: boolean) => void
}

/** Changes at once, and not only when the products have arrived. */
function FilterCheckbox({ label, count, isSelected, onChange }: CheckboxProps) {
  const [isChecked, setChecked] = useState(isSelected)
  useEffect(() => setChecked(isSelected), [isSelected])
  return (
    <label>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget: { checked } }) => {
          setChecked(checked)
          onChange(checked)
        }}
      />
      {label}
      <span className="muted">{count}</span>
    </label>
  )
}

function PriceFilter({ facets, query }: { facets: Facets; query: URLSearchParams }) {
  const { navigate } = useRouter()
  const format = useFormat()
  if (!facets.price) return null
  const { min, max } = facets.price
  const field = (name: 'minPrice' | 'maxPrice', label: string, placeholder: string) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        key={query.get(name)}
        className="input"
        inputMode="decimal"
        placeholder={placeholder}
        defaultValue={formatPrice(query.get(name) ?? '', min.currency)}
        onBlur={({ currentTarget: { value } }) => {
          const current = query.get(name) ?? ''
          const amount = parsePrice(value, min.currency) ?? ''
          if (amount === current) return
          navigate(withFilter(query, name, amount || current, amount !== ''), { replace: true })
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
    </div>
  )
  return (
    <fieldset className="filter-group">
      <legend>Price</legend>
      <div className="price-range">
        {field('minPrice', 'From', format.money(min))}
        {field('maxPrice', 'To', format.money(max))}
      </div>
    </fieldset>
  )
}

function Availability({ facets, query }: { facets: Facets; query: URLSearchParams }) {
  const { navigate } = useRouter()
  return (
    <fieldset className="filter-group">
      <legend>Availability</legend>
      <FilterCheckbox
        label="In stock only"
        count={facets.available.count}
        isSelected={query.get('available') === 'true'}
        onChange={(isOn) => navigate(withFilter(query, 'available', 'true', isOn), { replace: true })}
      />
    </fieldset>
  )
}
