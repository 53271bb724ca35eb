import { ActionIcon, Group } from '@mantine/core'
import { memo } from 'react'
import { normalizeMoneyInput } from '../../ui/money.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { fieldId, removeWithConfirm, useEditorContext } from '../editor-context.ts'
import { type ImageDraft, type PriceDraft, updateVariant, type VariantDraft } from '../product-draft.ts'
import classes from './variant-grid.module.css'
import {
  fromInventoryPolicy,
  INVENTORY_POLICY_OPTIONS,
  InventoryLink,
  toInventoryPolicy,
} from './variant-inventory.tsx'
import { removeVariant } from './variant-options.ts'

interface Props {
  variant: VariantDraft
  images: ImageDraft[]
  label: string
  currency: string
  isOnly: boolean
}

const NO_PRICE: PriceDraft = { price: '', compareAt: '' }

export const VariantRow = memo(function VariantRow({ variant, images, label, currency, isOnly }: Props) {
  const context = useEditorContext()
  const { edit, errors, isReadOnly } = context
  const path = `/variants/${variant.key}`
  const price = variant.prices[currency] ?? NO_PRICE
  const set = (name: string, values: Partial<VariantDraft>) =>
    edit((draft) => updateVariant(draft, variant.key, values), `${path}/${name}`)
  const setPrice = (name: keyof PriceDraft, text: string) =>
    set(`${name}/${currency}`, { prices: { ...variant.prices, [currency]: { ...price, [name]: text } } })
  const error = errors[`${path}/options`] ?? errors[`${path}/id`]
  return (
    <tr>
      <th scope="row">
        {label}
        {error ? <span className={classes.fault}>{error}</span> : null}
      </th>
      <td data-label="Image">
        <Group gap={6} wrap="nowrap">
          {variant.imageUrl ? <Thumbnail url={variant.imageUrl} size={34} /> : null}
          <select
            id={fieldId(`${path}/imageUrl`)}
            className={classes.input}
            aria-label={`Image of ${label}`}
            value={variant.imageUrl}
            disabled={isReadOnly}
            onChange={(event) => set('imageUrl', { imageUrl: event.currentTarget.value })}
          >
            <option value="">None</option>
            {images.map(({ key, url, alt }, index) => (
              <option key={key} value={url}>
                {`${index + 1}${alt ? `: ${alt}` : ''}`}
              </option>
            ))}
          </select>
        </Group>
      </td>
      <GridCell
        path={`${path}/price/${currency}`}
        label={`Price of ${label} in ${currency}`}
        column="Price"
        value={price.price}
        onChange={(text) => setPrice('price', text)}
        currency={currency}
        inputMode="decimal"
        maxLength={20}
      />
      <GridCell
        path={`${path}/compareAt/${currency}`}
        label={`Compare-at price of ${label} in ${currency}`}
        column="Compare at"
        value={price.compareAt}
        onChange={(text) => setPrice('compareAt', text)}
        currency={currency}
        inputMode="decimal"
        maxLength={20}
      />
      <GridCell
        path={`${path}/cost`}
        label={`Cost of ${label} in ${variant.costCurrency}`}
        column="Cost"
        value={variant.cost}
        onChange={(cost) => set('cost', { cost })}
        currency={variant.costCurrency}
        inputMode="decimal"
        maxLength={20}
      />
      <GridCell
        path={`${path}/sku`}
        label={`SKU of ${label}`}
        column="SKU"
        value={variant.sku}
        onChange={(sku) => set('sku', { sku })}
      />
      <GridCell
        path={`${path}/barcode`}
        label={`Barcode of ${label}`}
        column="Barcode"
        value={variant.barcode}
        onChange={(barcode) => set('barcode', { barcode })}
      />
      <GridCell
        path={`${path}/weightGrams`}
        label={`Weight of ${label} in grams`}
        column="Weight, g"
        value={variant.weightGrams}
        onChange={(weightGrams) => set('weightGrams', { weightGrams })}
        inputMode="numeric"
        maxLength={8}
      />
      <td data-label="Out of stock">
        <select
          id={fieldId(`${path}/inventoryPolicy`)}
          className={classes.input}
          aria-label={`When ${label} is out of stock`}
          value={toInventoryPolicy(variant)}
          disabled={isReadOnly}
          onChange={(event) => set('inventoryPolicy', fromInventoryPolicy(event.currentTarget.value))}
        >
          {INVENTORY_POLICY_OPTIONS.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </td>
      <GridCell
        path={`${path}/maxQuantityPerOrder`}
        label={`Maximum quantity of ${label} per order`}
        column="Max per order"
        value={variant.maxQuantityPerOrder}
        onChange={(maxQuantityPerOrder) => set('maxQuantityPerOrder', { maxQuantityPerOrder })}
        inputMode="numeric"
        maxLength={4}
      />
      {variant.id || !variant.trackStock ? (
        <td data-label="On hand" className={classes.words}>
          {variant.id ? <InventoryLink variantId={variant.id} of={label} /> : '–'}
        </td>
      ) : (
        <GridCell
          path={`${path}/stock`}
          label={`On hand of ${label}`}
          column="On hand"
          value={variant.stock}
          onChange={(stock) => set('stock', { stock })}
          inputMode="numeric"
          maxLength={9}
        />
      )}
      <td data-label="Ships" className={classes.narrow}>
        <input
          type="checkbox"
          aria-label={`${label} requires shipping`}
          checked={variant.requiresShipping}
          disabled={isReadOnly}
          onChange={(event) => set('requiresShipping', { requiresShipping: event.currentTarget.checked })}
        />
      </td>
      <td className={classes.narrow}>
        {isReadOnly ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${label}`}
            disabled={isOnly}
            onClick={() => removeWithConfirm(context, label, (draft) => removeVariant(draft, variant.key))}
          >
            ×
          </ActionIcon>
        )}
      </td>
    </tr>
  )
})

interface GridCellProps {
  path: string
  label: string
  value: string
  /** Column name; the arrow keys use it to find the next row's cell. */
  column: string
  onChange: (value: string) => void
  /** Set for amounts of money. */
  currency?: string
  inputMode?: 'decimal' | 'numeric'
  maxLength?: number
}

/** A bare input: one page of the grid contains three hundred of them. */
export function GridCell({
  path,
  label,
  value,
  column,
  onChange,
  currency,
  inputMode,
  maxLength = 100,
}: GridCellProps) {
  const { errors, isReadOnly } = useEditorContext()
  const error = errors[path]
  const id = fieldId(path)
  return (
    <td data-label={column}>
      <input
        id={id}
        className={classes.input}
        aria-label={label}
        data-column={column}
        value={value}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          const normalized = currency ? normalizeMoneyInput(value, currency) : value
          if (normalized !== value) onChange(normalized)
        }}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        {...(inputMode && { inputMode })}
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
      />
      {error ? (
        <span id={`${id}-fault`} className={classes.fault}>
          {error}
        </span>
      ) : null}
    </td>
  )
}
