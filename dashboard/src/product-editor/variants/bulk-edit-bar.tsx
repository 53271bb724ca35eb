import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LabelSelect } from '../../ui/label-select.tsx'
import { exampleAmount, normalizeMoneyInput, parseMoney } from '../../ui/money.ts'
import { useEditorContext } from '../editor-context.ts'
import { type BulkField, setFieldForAll } from './bulk-edit.ts'

interface Props {
  /** The filtered variants, on all pages. */
  keys: string[]
  currency: string
}

export function BulkEditBar({ keys, currency }: Props) {
  const { edit } = useEditorContext()
  const [field, setField] = useState<BulkField>('price')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const labels: Record<BulkField, string> = {
    price: `Price in ${currency}`,
    compareAt: `Compare-at price in ${currency}`,
    cost: `Cost in ${currency}`,
    weightGrams: 'Weight in grams',
    stock: 'On hand (new variants)',
  }

  const apply = () => {
    const typed = value.trim()
    const isMoney = field !== 'weightGrams' && field !== 'stock'
    if (typed && (isMoney ? !parseMoney(typed, currency) : !/^\d+$/.test(typed))) {
      setError(isMoney ? `Enter an amount such as ${exampleAmount(currency)}` : 'Enter a whole number')
      return
    }
    edit((draft) =>
      setFieldForAll(draft, new Set(keys), field, currency, isMoney ? normalizeMoneyInput(typed, currency) : typed),
    )
    setValue('')
  }
  return (
    <Group gap="xs" align="flex-start">
      <LabelSelect
        aria-label="Field to set"
        labels={labels}
        value={field}
        onChange={(selected) => {
          setError(undefined)
          setField(selected)
        }}
      />
      <TextInput
        aria-label="Value for all"
        placeholder="Leave empty to clear"
        value={value}
        error={error}
        onChange={(event) => {
          setError(undefined)
          setValue(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
        inputMode="decimal"
        maxLength={20}
        w={160}
      />
      <Button variant="default" onClick={apply} disabled={keys.length === 0}>
        {`Set for all ${keys.length}`}
      </Button>
    </Group>
  )
}
