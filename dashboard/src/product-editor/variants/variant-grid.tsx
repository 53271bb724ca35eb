import { VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { type ImageDraft, type OptionDraft, type VariantDraft, variantLabel } from '../product-draft.ts'
import classes from './variant-grid.module.css'
import { VariantRow } from './variant-row.tsx'

interface Props {
  options: OptionDraft[]
  /** One page of variants. */
  variants: VariantDraft[]
  images: ImageDraft[]
  currency: string
  isOnly: boolean
}

export function VariantGrid({ options, variants, images, currency, isOnly }: Props) {
  return (
    <div className={classes.scroll}>
      <table className={classes.grid} aria-label="Variants" onKeyDown={moveBetweenRows}>
        <thead>
          <tr>
            <th scope="col">{options.map(({ name }) => name.trim() || '…').join(' / ')}</th>
            <th scope="col">Image</th>
            <th scope="col">{`Price, ${currency}`}</th>
            <th scope="col">Compare at</th>
            <th scope="col">Cost</th>
            <th scope="col">SKU</th>
            <th scope="col">Barcode</th>
            <th scope="col">Weight, g</th>
            <th scope="col">Out of stock</th>
            <th scope="col">Max per order</th>
            <th scope="col">On hand</th>
            <th scope="col">Ships</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <VariantRow
              key={variant.key}
              variant={variant}
              images={images}
              label={variantLabel(options, variant)}
              currency={currency}
              isOnly={isOnly}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const STEPS: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  Enter: 'nextElementSibling',
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** As in a spreadsheet, Enter and the arrow keys move to the same column of the next row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const input = event.target
  if (!step || !(input instanceof HTMLInputElement) || !input.dataset.column) return
  const row = input.closest('tr')?.[step]
  const next = row?.querySelector<HTMLInputElement>(`[data-column="${input.dataset.column}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
