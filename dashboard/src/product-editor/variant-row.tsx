import { ActionIcon } from '@mantine/core'
import { memo } from 'react'
import { Cell } from './cell.tsx'
import { type PriceDraft, setVariant, type VariantDraft } from './draft.ts'
import { fieldId, removeWithCare, useEditing } from './editing.ts'
import { removeVariant } from './option-plan.ts'
import { StockLink } from './stock-link.tsx'
import { ruleOf, STOCK_RULES, withRule } from './stock-rule.ts'
import classes from './variant-grid.module.css'

interface Props {
  variant: VariantDraft
  label: string
  currency: string
  isOnly: boolean
}

const NO_PRICE: PriceDraft = { price: '', compareAt: '' }

export const VariantRow = memo(function VariantRow({ variant, label, currency, isOnly }: Props) {
  const editing = useEditing()
  const { edit, faults, isReadOnly } = editing
  const path = `/variants/${variant.key}`
  const price = variant.prices[currency] ?? NO_PRICE
  const set = (name: string, values: Partial<VariantDraft>) =>
    edit((draft) => setVariant(draft, variant.key, values), `${path}/${name}`)
  const setPrice = (name: keyof PriceDraft, typed: string) =>
    set(`${name}/${currency}`, { prices: { ...variant.prices, [currency]: { ...price, [name]: typed } } })
  const fault = faults[`${path}/options`] ?? faults[`${path}/id`]
  return (
    <tr>
      <th scope="row">
        {label}
        {fault ? <span className={classes.fault}>{fault}</span> : null}
      </th>
      <Cell
        path={`${path}/price/${currency}`}
        label={`Price of ${label} in ${currency}`}
        column="Price"
        value={price.price}
        onChange={(typed) => setPrice('price', typed)}
        currency={currency}
        inputMode="decimal"
        maxLength={20}
      />
      <Cell
        path={`${path}/compareAt/${currency}`}
        label={`Compare-at price of ${label} in ${currency}`}
        column="Compare at"
        value={price.compareAt}
        onChange={(typed) => setPrice('compareAt', typed)}
        currency={currency}
        inputMode="decimal"
        maxLength={20}
      />
      <Cell
        path={`${path}/cost`}
        label={`Cost of ${label} in ${variant.costCurrency}`}
        column="Cost"
        value={variant.cost}
        onChange={(cost) => set('cost', { cost })}
        currency={variant.costCurrency}
        inputMode="decimal"
        maxLength={20}
      />
      <Cell
        path={`${path}/sku`}
        label={`SKU of ${label}`}
        column="SKU"
        value={variant.sku}
        onChange={(sku) => set('sku', { sku })}
      />
      <Cell
        path={`${path}/barcode`}
        label={`Barcode of ${label}`}
        column="Barcode"
        value={variant.barcode}
        onChange={(barcode) => set('barcode', { barcode })}
      />
      <Cell
        path={`${path}/weightGrams`}
        label={`Weight of ${label} in grams`}
        column="Weight, g"
        value={variant.weightGrams}
        onChange={(weightGrams) => set('weightGrams', { weightGrams })}
        inputMode="numeric"
        maxLength={8}
      />
      <td data-label="When out">
        <select
          id={fieldId(`${path}/whenOut`)}
          className={classes.input}
          aria-label={`When ${label} is out of stock`}
          value={ruleOf(variant)}
          disabled={isReadOnly}
          onChange={(event) => set('whenOut', withRule(event.currentTarget.value))}
        >
          {STOCK_RULES.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </td>
      <Cell
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
          {variant.id ? <StockLink variantId={variant.id} label={`Stock of ${label}`} /> : '–'}
        </td>
      ) : (
        <Cell
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
          aria-label={`${label} is shipped`}
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
            onClick={() => removeWithCare(editing, label, (draft) => removeVariant(draft, variant.key))}
          >
            ×
          </ActionIcon>
        )}
      </td>
    </tr>
  )
})
