import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { memo, useEffect, useMemo, useState } from 'react'
import { SectionCard } from '../../ui/section.tsx'
import { fieldId, useEditorContext } from '../editor-context.ts'
import type { ImageDraft, OptionDraft, VariantDraft } from '../product-draft.ts'
import { BulkEditBar } from './bulk-edit-bar.tsx'
import { CurrencyBar } from './currency-bar.tsx'
import { SingleVariantForm } from './single-variant-form.tsx'
import { VariantGrid } from './variant-grid.tsx'
import { addMissingVariants, countMissingVariants, MAX_VARIANTS } from './variant-options.ts'

interface Props {
  options: OptionDraft[]
  variants: VariantDraft[]
  images: ImageDraft[]
  /** A variant field to scroll to and focus, on whichever page it is. */
  focusTarget: { path: string } | undefined
}

/** Browsers cannot render two thousand rows of inputs at once. */
const PAGE_SIZE = 50

export const VariantsCard = memo(function VariantsCard({ options, variants, images, focusTarget }: Props) {
  const { edit, getDraft, errors, currency: shopCurrency, isReadOnly } = useEditorContext()
  const [currency, setCurrency] = useState(shopCurrency)
  const [valueKey, setValueKey] = useState('')
  const [page, setPage] = useState(1)
  const currencies = useMemo(
    () => [...new Set([shopCurrency, ...variants.flatMap(({ prices }) => Object.keys(prices)), currency])],
    [variants, shopCurrency, currency],
  )
  const hasValueFilter = options.some(({ values }) => values.some(({ key }) => key === valueKey))
  const visibleVariants = hasValueFilter ? variants.filter(({ values }) => values.includes(valueKey)) : variants
  const pages = Math.max(1, Math.ceil(visibleVariants.length / PAGE_SIZE))
  const currentPage = Math.min(page, pages)
  const missingCount = countMissingVariants({ options, variants })

  useEffect(() => {
    if (!focusTarget) return
    const [, , key, , targetCurrency] = focusTarget.path.split('/')
    setValueKey('')
    if (targetCurrency) setCurrency(targetCurrency)
    setPage(Math.floor(getDraft().variants.findIndex((variant) => variant.key === key) / PAGE_SIZE) + 1)
    const timer = setTimeout(() => document.getElementById(fieldId(focusTarget.path))?.focus())
    return () => clearTimeout(timer)
  }, [focusTarget, getDraft])

  const currencyBar = (
    <CurrencyBar
      currencies={currencies}
      value={currency}
      onChange={setCurrency}
      onRemoved={() => setCurrency(shopCurrency)}
    />
  )
  const [only] = variants
  if (options.length === 0 && variants.length === 1 && only) {
    return (
      <SectionCard title="Price and SKU" actions={currencyBar}>
        <SingleVariantForm variant={only} currency={currency} />
      </SectionCard>
    )
  }
  return (
    <SectionCard
      title={`Variants (${variants.length})`}
      about="Press Enter or the arrow keys to move between rows."
      actions={currencyBar}
    >
      {errors['/variants'] ? <Text c="var(--mantine-color-error)">{errors['/variants']}</Text> : null}
      <Group justify="space-between" gap="sm" align="flex-start">
        <NativeSelect
          aria-label="Filter variants"
          data={[
            { value: '', label: 'All variants' },
            ...options.map(({ name, values }) => ({
              group: name.trim() || '…',
              items: values.map(({ key, text }) => ({ value: key, label: text.trim() || '…' })),
            })),
          ]}
          value={hasValueFilter ? valueKey : ''}
          onChange={(event) => {
            setValueKey(event.currentTarget.value)
            setPage(1)
          }}
        />
        {isReadOnly ? null : <BulkEditBar keys={visibleVariants.map(({ key }) => key)} currency={currency} />}
      </Group>
      <VariantGrid
        options={options}
        variants={visibleVariants.slice((currentPage - 1) * PAGE_SIZE, currentPage * PAGE_SIZE)}
        images={images}
        currency={currency}
        isOnly={variants.length === 1}
      />
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={currentPage}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page of variants` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number} of variants` })}
        />
      ) : null}
      {!isReadOnly && missingCount > 0 && variants.length + missingCount <= MAX_VARIANTS ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => edit(addMissingVariants)}>
            {missingCount === 1 ? 'Add missing variant' : `Add ${missingCount} missing variants`}
          </Button>
        </Group>
      ) : null}
    </SectionCard>
  )
})
