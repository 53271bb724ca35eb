import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { memo, useEffect, useMemo, useState } from 'react'
import { BulkEditBar } from './bulk-edit-bar.tsx'
import { Card } from './card.tsx'
import { CurrencyBar } from './currency-bar.tsx'
import type { OptionDraft, VariantDraft } from './draft.ts'
import { fieldId, useEditing } from './editing.ts'
import { addMissing, countMissing, MAX_VARIANTS } from './option-plan.ts'
import { SingleVariant } from './single-variant.tsx'
import { VariantGrid } from './variant-grid.tsx'

interface Props {
  options: OptionDraft[]
  variants: VariantDraft[]
  /** A field of a variant that somebody wants to go to, wherever it is. */
  wanted: { path: string } | undefined
}

/** Two thousand rows of inputs are more than a browser draws at once. */
const PAGE_SIZE = 50

export const VariantsCard = memo(function VariantsCard({ options, variants, wanted }: Props) {
  const { edit, read, faults, currency: own, isReadOnly } = useEditing()
  const [currency, setCurrency] = useState(own)
  const [valueKey, setValueKey] = useState('')
  const [page, setPage] = useState(1)
  const currencies = useMemo(
    () => [...new Set([own, ...variants.flatMap(({ prices }) => Object.keys(prices)), currency])],
    [variants, own, currency],
  )
  const isKnown = options.some(({ values }) => values.some(({ key }) => key === valueKey))
  const shown = isKnown ? variants.filter(({ values }) => values.includes(valueKey)) : variants
  const pages = Math.max(1, Math.ceil(shown.length / PAGE_SIZE))
  const current = Math.min(page, pages)
  const missing = countMissing({ options, variants })

  useEffect(() => {
    if (!wanted) return
    const [, , key, , wantedCurrency] = wanted.path.split('/')
    setValueKey('')
    if (wantedCurrency) setCurrency(wantedCurrency)
    setPage(Math.floor(read().variants.findIndex((variant) => variant.key === key) / PAGE_SIZE) + 1)
    const timer = setTimeout(() => document.getElementById(fieldId(wanted.path))?.focus())
    return () => clearTimeout(timer)
  }, [wanted, read])

  const currencyBar = (
    <CurrencyBar currencies={currencies} value={currency} onChange={setCurrency} onRemoved={() => setCurrency(own)} />
  )
  const [only] = variants
  if (options.length === 0 && variants.length === 1 && only) {
    return (
      <Card title="Price and SKU" actions={currencyBar}>
        <SingleVariant variant={only} currency={currency} />
      </Card>
    )
  }
  return (
    <Card
      title={`Variants (${variants.length})`}
      about="Enter and the arrow keys go from row to row."
      actions={currencyBar}
    >
      {faults['/variants'] ? <Text c="var(--mantine-color-error)">{faults['/variants']}</Text> : null}
      <Group justify="space-between" gap="sm" align="flex-start">
        <NativeSelect
          aria-label="Which variants to show"
          data={[
            { value: '', label: 'All variants' },
            ...options.map(({ name, values }) => ({
              group: name.trim() || '…',
              items: values.map(({ key, text }) => ({ value: key, label: text.trim() || '…' })),
            })),
          ]}
          value={isKnown ? valueKey : ''}
          onChange={(event) => {
            setValueKey(event.currentTarget.value)
            setPage(1)
          }}
        />
        {isReadOnly ? null : <BulkEditBar keys={shown.map(({ key }) => key)} currency={currency} />}
      </Group>
      <VariantGrid
        options={options}
        variants={shown.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE)}
        currency={currency}
        isOnly={variants.length === 1}
      />
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={current}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page of variants` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number} of variants` })}
        />
      ) : null}
      {!isReadOnly && missing > 0 && variants.length + missing <= MAX_VARIANTS ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => edit(addMissing)}>
            {missing === 1 ? 'Add the missing combination' : `Add the ${missing} missing combinations`}
          </Button>
        </Group>
      ) : null}
    </Card>
  )
})
