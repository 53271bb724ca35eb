import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { CURRENCIES } from '../../ui/money.ts'
import { useEditorContext } from '../editor-context.ts'
import { removeCurrency } from './bulk-edit.ts'

interface Props {
  currencies: string[]
  value: string
  onChange: (currency: string) => void
  onRemoved: (currency: string) => void
}

export function CurrencyBar({ currencies, value, onChange, onRemoved }: Props) {
  const { edit, confirmRemoval, currency: shopCurrency, isReadOnly } = useEditorContext()
  const [isAdding, setIsAdding] = useState(false)
  const remove = () =>
    confirmRemoval({
      title: `Remove prices in ${value}?`,
      about: `When you save, the product is no longer sold in ${value}.`,
      action: 'Remove prices',
      onConfirm: () => {
        edit((draft) => removeCurrency(draft, value))
        onRemoved(value)
      },
    })
  return (
    <Group gap="xs">
      {currencies.length > 1 ? (
        <SegmentedControl aria-label="Prices in" data={currencies} value={value} onChange={onChange} size="xs" />
      ) : null}
      {isReadOnly ? null : isAdding ? (
        <NativeSelect
          aria-label="Currency to add"
          data={[
            { value: '', label: 'Choose a currency' },
            ...CURRENCIES.filter((option) => !currencies.includes(option.value)),
          ]}
          onChange={({ currentTarget: { value: added } }) => {
            setIsAdding(false)
            if (added) onChange(added)
          }}
          onBlur={() => setIsAdding(false)}
          autoFocus
          size="xs"
          w={220}
        />
      ) : (
        <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
          Add currency
        </Button>
      )}
      {value === shopCurrency || isReadOnly ? null : (
        <Button variant="subtle" color="red" size="xs" onClick={remove}>
          {`Remove ${value}`}
        </Button>
      )}
    </Group>
  )
}
