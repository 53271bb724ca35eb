import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useDraft } from '../parts/draft.ts'
import { DraftDialog } from '../parts/draft-dialog.tsx'
import { faultAt, faultUnder, toldPlainly } from '../parts/faults.ts'
import { useLocations } from '../stock/locations.ts'
import { MoneyField } from './money-field.tsx'
import { isOtherwise } from './price-fields.ts'
import { PricePart } from './price-part.tsx'
import {
  changesIn,
  detailsIn,
  EMPTY_RATE,
  fieldsOf,
  obstacleIn,
  otherFreeFrom,
  type RateFields,
} from './rate-fields.ts'
import { rateInWords } from './rate-words.ts'
import { type Profile, type Rate, type RateDetails, useSave, type Zone } from './shipping.ts'

interface Props {
  /** A rate that is there, or where a new one belongs. */
  at: { rate: Rate } | { zone: Zone } | { pickup: true }
  profiles: Profile[]
  currency: string
  onClose: (news?: string) => void
}

type Body = Partial<RateDetails> & { zoneId?: string; type?: Rate['type'] }

export function RateDialog({ at, profiles, currency, onClose }: Props) {
  const before = 'rate' in at ? at.rate : undefined
  const isPickup = before ? before.type === 'pickup' : 'pickup' in at
  const draft = useDraft(before ? fieldsOf(before, currency) : EMPTY_RATE)
  const save = useSave<Body>('rate', before)
  const { fields } = draft
  const edit = (changes: Partial<RateFields>) => {
    // What was refused may be another row's now. While only words change it stays: what vanishes moves the buttons below it.
    if (isOtherwise(changes, fields)) save.reset()
    draft.edit(changes)
  }
  const bodyOf = (): Body => {
    if (before) return changesIn(fields, currency, before)
    const details = detailsIn(fields, currency, undefined)
    return 'zone' in at ? { ...details, zoneId: at.zone.id } : { ...details, type: 'pickup' }
  }
  const obstacle = obstacleIn(fields, currency, { before, isPickup })
  return (
    <DraftDialog
      title={before ? `Change “${before.title}”` : 'zone' in at ? `New rate in “${at.zone.name}”` : 'New pickup'}
      what="this rate"
      saveLabel={before ? 'Save' : isPickup ? 'Add the pickup' : 'Add the rate'}
      draft={draft}
      saving={save}
      error={toldPlainly(save.error, nameOf)}
      obstacle={obstacle}
      onSave={() => save.mutate(bodyOf(), { onSuccess: () => onClose(`“${fields.title.trim()}” is saved.`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Title"
        description="Buyers see it at the checkout."
        placeholder={isPickup ? 'Pick up in the shop' : 'Standard delivery'}
        value={fields.title}
        onChange={(event) => edit({ title: event.currentTarget.value })}
        error={faultAt(save.error, '/title')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {isPickup ? <LocationField fields={fields} edit={edit} error={save.error} /> : null}
      <PricePart fields={fields} edit={edit} before={before?.price} currency={currency} error={save.error} />
      <MoneyField
        label="Free from"
        description={freeWords(otherFreeFrom(before, currency))}
        value={fields.freeFrom}
        onChange={(freeFrom) => edit({ freeFrom })}
        currency={currency}
        error={faultUnder(save.error, '/freeFrom')}
      />
      <DaysFields fields={fields} edit={edit} error={save.error} />
      <MoreFields fields={fields} edit={edit} error={save.error} profiles={profiles} />
      <Text size="sm" aria-live="polite">
        {obstacle ??
          `Buyers see: ${fields.title.trim()}, ${rateInWords(detailsIn(fields, currency, before), currency)}.`}
      </Text>
    </DraftDialog>
  )
}

interface PartProps {
  fields: RateFields
  edit: (changes: Partial<RateFields>) => void
  error: Error | null
}

function LocationField({ fields, edit, error }: PartProps) {
  const locations = useLocations()
  const open = locations.data?.filter(({ id, active }) => active || id === fields.locationId) ?? []
  return (
    <NativeSelect
      label="Location"
      description="Where buyers fetch it."
      data={[{ value: '', label: 'Choose one' }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
      value={fields.locationId}
      onChange={(event) => edit({ locationId: event.currentTarget.value })}
      error={faultAt(error, '/locationId')}
    />
  )
}

function DaysFields({ fields, edit, error }: PartProps) {
  return (
    <SimpleGrid cols={2}>
      <TextInput
        label="Days, at least"
        inputMode="numeric"
        placeholder="2"
        value={fields.minDays}
        onChange={(event) => edit({ minDays: event.currentTarget.value })}
        error={faultAt(error, '/minDays')}
        autoComplete="off"
      />
      <TextInput
        label="Days, at most"
        inputMode="numeric"
        placeholder="4"
        value={fields.maxDays}
        onChange={(event) => edit({ maxDays: event.currentTarget.value })}
        error={faultAt(error, '/maxDays')}
        autoComplete="off"
      />
    </SimpleGrid>
  )
}

function MoreFields({ fields, edit, error, profiles }: PartProps & { profiles: Profile[] }) {
  return (
    <>
      <Textarea
        label="Description"
        description="Buyers see it below the title. It may be empty."
        value={fields.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
        error={faultAt(error, '/description')}
        maxLength={500}
        autosize
        minRows={1}
      />
      {profiles.length > 1 ? (
        <NativeSelect
          label="For which goods"
          description="A profile has rates of its own. Goods that no profile names are the default’s."
          data={[...profiles]
            .sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
            .map(({ id, name, isDefault }) => ({ value: isDefault && !fields.profileId ? '' : id, label: name }))}
          value={fields.profileId}
          onChange={(event) => edit({ profileId: event.currentTarget.value })}
          error={faultAt(error, '/profileId')}
        />
      ) : null}
      <TextInput
        label="Service"
        description={
          profiles.length > 1
            ? 'Rates of several profiles with the same service are one choice for buyers. Empty: made of the title.'
            : 'How programs name it: small letters, digits and hyphens. Empty: made of the title.'
        }
        placeholder="standard"
        value={fields.service}
        onChange={(event) => edit({ service: event.currentTarget.value })}
        error={faultAt(error, '/service')}
        maxLength={50}
        autoComplete="off"
      />
    </>
  )
}

const freeWords = (others: string[]) =>
  `From this sum of goods on, after discounts. Empty: never.${others.length > 0 ? ` What is set for ${others.join(', ')} stays.` : ''}`

const NAMES: Record<string, string> = {
  title: 'The title',
  description: 'The description',
  service: 'The service',
  profileId: 'The goods',
  locationId: 'The location',
  price: 'The price',
  freeFrom: 'Free from:',
  minDays: 'Days, at least:',
  maxDays: 'Days, at most:',
}

/** A path of the body in words of the form. */
function nameOf(path: string): string {
  const [, field = '', list, place] = path.split('/')
  return list === 'steps' && place ? `Step ${Number(place) + 1}:` : (NAMES[field] ?? path)
}
