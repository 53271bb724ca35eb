import { MultiSelect, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { CURRENCIES } from '../ui/money.ts'
import { SectionCard } from '../ui/section.tsx'
import type { SectionProps } from './theme-fields.ts'
import { languageName } from './theme-labels.ts'

const COMMON_LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
  'sv',
  'ja',
  'zh-Hans',
  'en-GB',
  'de-AT',
  'fr-CA',
]
/** Otherwise hundreds of options rerender on every keystroke on the page. */
const UNMOUNT_WHEN_CLOSED = { keepMounted: false }
const indexes = (list: string[]) => list.map((_, index) => index)

export function LocalizationSection({ fields: { locales, currencies }, edit, readOnly, errorAt }: SectionProps) {
  /** One input edits the whole list, so it shows the first error of any entry. */
  const othersError = (path: string, others: string[]) =>
    [
      errorAt(`${path}/others`),
      ...indexes(others).map((index) => {
        const error = errorAt(`${path}/others/${index}`)
        return error && `${others[index]}: ${error}`
      }),
    ].filter((message) => message !== undefined)[0]

  return (
    <SectionCard
      title="Languages and currencies"
      about="Languages and currencies that visitors can choose in storefronts."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Default language"
          description={languageName(locales.default) ?? 'A language tag such as en or de-AT'}
          value={locales.default}
          onChange={(event) => edit({ locales: { ...locales, default: event.currentTarget.value } })}
          readOnly={readOnly}
          error={errorAt('/locales/default')}
        />
        <TagsInput
          label="Other languages"
          description="Language tags such as fr or pt-BR. Press Enter to add one."
          data={COMMON_LOCALES.filter((tag) => tag !== locales.default)}
          value={locales.others}
          onChange={(others) => edit({ locales: { ...locales, others } })}
          readOnly={readOnly}
          error={othersError('/locales', locales.others)}
        />
        <Select
          label="Default currency"
          data={CURRENCIES}
          value={currencies.default}
          onChange={(selected) => selected && edit({ currencies: { ...currencies, default: selected } })}
          comboboxProps={UNMOUNT_WHEN_CLOSED}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          readOnly={readOnly}
          error={errorAt('/currencies/default')}
        />
        <MultiSelect
          label="Other currencies"
          data={CURRENCIES.filter(({ value }) => value !== currencies.default)}
          value={currencies.others}
          onChange={(others) => edit({ currencies: { ...currencies, others } })}
          comboboxProps={UNMOUNT_WHEN_CLOSED}
          searchable
          hidePickedOptions
          nothingFoundMessage="No results"
          readOnly={readOnly}
          error={othersError('/currencies', currencies.others)}
        />
      </SimpleGrid>
    </SectionCard>
  )
}
