import { Box, Checkbox, Input, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { normalizeMoneyInput } from '../../ui/money.ts'
import { fieldId, useEditorContext } from '../editor-context.ts'
import { type PriceDraft, updateVariant, type VariantDraft } from '../product-draft.ts'
import {
  fromInventoryPolicy,
  INVENTORY_POLICY_OPTIONS,
  InventoryLink,
  toInventoryPolicy,
} from './variant-inventory.tsx'

interface Props {
  variant: VariantDraft
  currency: string
}

/** A product without options: its only variant as a form instead of a table with one row. */
export function SingleVariantForm({ variant, currency }: Props) {
  const { edit, errors, isReadOnly } = useEditorContext()
  const path = `/variants/${variant.key}`
  const price = variant.prices[currency] ?? { price: '', compareAt: '' }
  const set = (name: string, values: Partial<VariantDraft>) =>
    edit((draft) => updateVariant(draft, variant.key, values), `${path}/${name}`)
  const field = (name: string) => ({
    id: fieldId(`${path}/${name}`),
    error: errors[`${path}/${name}`],
    readOnly: isReadOnly,
  })
  const priceField = (name: keyof PriceDraft) => {
    const setTyped = (typed: string) =>
      set(`${name}/${currency}`, { prices: { ...variant.prices, [currency]: { ...price, [name]: typed } } })
    return { ...field(`${name}/${currency}`), ...moneyInputProps(price[name], currency, setTyped) }
  }
  const text = (name: 'sku' | 'barcode') => ({
    ...field(name),
    value: variant[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, { [name]: event.currentTarget.value }),
    maxLength: 100,
    spellCheck: false,
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
        <TextInput label="Price" {...priceField('price')} />
        <TextInput label="Compare-at price" {...priceField('compareAt')} />
        <TextInput
          label="Cost"
          {...field('cost')}
          {...moneyInputProps(variant.cost, variant.costCurrency, (cost) => set('cost', { cost }))}
        />
        <TextInput label="SKU" {...text('sku')} />
        <TextInput label="Barcode" {...text('barcode')} />
        <TextInput
          label="Weight"
          {...field('weightGrams')}
          value={variant.weightGrams}
          onChange={(event) => set('weightGrams', { weightGrams: event.currentTarget.value })}
          inputMode="numeric"
          maxLength={8}
          rightSection={<Unit of="g" />}
        />
        <NativeSelect
          label="When out of stock"
          {...field('inventoryPolicy')}
          disabled={isReadOnly}
          data={INVENTORY_POLICY_OPTIONS}
          value={toInventoryPolicy(variant)}
          onChange={(event) => set('inventoryPolicy', fromInventoryPolicy(event.currentTarget.value))}
        />
        <TextInput
          label="Maximum quantity per order"
          {...field('maxQuantityPerOrder')}
          value={variant.maxQuantityPerOrder}
          onChange={(event) => set('maxQuantityPerOrder', { maxQuantityPerOrder: event.currentTarget.value })}
          placeholder="No limit"
          inputMode="numeric"
          maxLength={4}
        />
        {variant.id || !variant.trackStock ? null : (
          <TextInput
            label="On hand"
            {...field('stock')}
            value={variant.stock}
            onChange={(event) => set('stock', { stock: event.currentTarget.value })}
            inputMode="numeric"
            maxLength={9}
          />
        )}
        {variant.id ? (
          <Input.Wrapper label="Stock" labelElement="div">
            <Box pt={6}>
              <InventoryLink variantId={variant.id} of="this product" />
            </Box>
          </Input.Wrapper>
        ) : null}
      </SimpleGrid>
      <Checkbox
        label="Requires shipping"
        description="Turn off for services, downloads and gift cards."
        checked={variant.requiresShipping}
        disabled={isReadOnly}
        onChange={(event) => set('requiresShipping', { requiresShipping: event.currentTarget.checked })}
      />
    </>
  )
}

const Unit = ({ of }: { of: string }) => (
  <Text size="xs" c="dimmed">
    {of}
  </Text>
)

const moneyInputProps = (value: string, currency: string, setTyped: (typed: string) => void) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  onBlur: () => {
    const normalized = normalizeMoneyInput(value, currency)
    if (normalized !== value) setTyped(normalized)
  },
  inputMode: 'decimal' as const,
  maxLength: 20,
  autoComplete: 'off',
  rightSection: <Unit of={currency} />,
  rightSectionWidth: 48,
  rightSectionPointerEvents: 'none' as const,
})
