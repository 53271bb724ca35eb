import { MultiSelect, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { CURRENCIES } from '../parts/money.ts'
import type { PartProps } from './theme-fields.ts'
import { ThemePart } from './theme-part.tsx'
import { languageOf } from './theme-words.ts'

const USUAL_LOCALES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'ja', 'zh-Hans', 'en-GB', 'de-AT', 'fr-CA']
/** Hundreds of options would be drawn anew at every letter that is typed anywhere on the page. */
const DRAWN_WHEN_OPEN = { keepMounted: false }
const indexes = (list: string[]) => list.map((_, place) => place)

export function WorldPart({ fields: { locales, currencies }, edit, readOnly, faultOf }: PartProps) {
  /** The field of all the others stands for each of them. */
  const faultOfOthers = (path: string, others: string[]) =>
    [
      faultOf(`${path}/others`),
      ...indexes(others).map((place) => {
        const fault = faultOf(`${path}/others/${place}`)
        return fault && `${others[place]}: ${fault}`
      }),
    ].filter((words) => words !== undefined)[0]

  return (
    <ThemePart title="Languages and currencies" about="What storefronts offer visitors to choose from.">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="First language"
          description={languageOf(locales.default) ?? 'A tag such as en or de-AT'}
          value={locales.default}
          onChange={(event) => edit({ locales: { ...locales, default: event.currentTarget.value } })}
          readOnly={readOnly}
          error={faultOf('/locales/default')}
        />
        <TagsInput
          label="Other languages"
          description="Tags such as fr or pt-BR; Enter adds one"
          data={USUAL_LOCALES.filter((tag) => tag !== locales.default)}
          value={locales.others}
          onChange={(others) => edit({ locales: { ...locales, others } })}
          readOnly={readOnly}
          error={faultOfOthers('/locales', locales.others)}
        />
        <Select
          label="First currency"
          data={CURRENCIES}
          value={currencies.default}
          onChange={(chosen) => chosen && edit({ currencies: { ...currencies, default: chosen } })}
          comboboxProps={DRAWN_WHEN_OPEN}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such currency"
          readOnly={readOnly}
          error={faultOf('/currencies/default')}
        />
        <MultiSelect
          label="Other currencies"
          data={CURRENCIES.filter(({ value }) => value !== currencies.default)}
          value={currencies.others}
          onChange={(others) => edit({ currencies: { ...currencies, others } })}
          comboboxProps={DRAWN_WHEN_OPEN}
          searchable
          hidePickedOptions
          nothingFoundMessage="No such currency"
          readOnly={readOnly}
          error={faultOfOthers('/currencies', currencies.others)}
        />
      </SimpleGrid>
    </ThemePart>
  )
}
