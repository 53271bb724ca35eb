import { ActionIcon, Button, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { keysOf } from '../ui/records.ts'
import { type BusinessHours, businessHours } from './ticket-settings.ts'

type Interval = BusinessHours['intervals'][number]
type Holiday = BusinessHours['holidays'][number]

export const DAY_LABELS: Record<Interval['day'], string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}
const WEEK: Interval[] = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((day) => ({
  day,
  start: '09:00',
  end: '17:00',
}))
const TIME_ZONES = Intl.supportedValuesOf('timeZone')
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/

export function HoursDialog({
  hours,
  onClose,
}: {
  hours?: BusinessHours | undefined
  onClose: (message?: string) => void
}) {
  const draft = useFormDraft({
    name: hours?.name ?? '',
    timeZone: hours?.timeZone ?? ownTimeZone(),
    intervals: hours?.intervals ?? WEEK,
    holidays: hours?.holidays ?? ([] as Holiday[]),
  })
  const create = businessHours.useCreate()
  const update = businessHours.useUpdate(hours?.id ?? '', { version: hours?.version })
  const save = hours ? update : create
  const { name, timeZone, intervals, holidays } = draft.fields
  return (
    <EditDialog
      title={hours ? `Edit ${hours.name}` : 'Add business hours'}
      what="these business hours"
      saveLabel={hours ? 'Save' : 'Add business hours'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={validate(draft.fields)}
      onSave={() => save.mutate(draft.fields, { onSuccess: () => onClose(`Business hours “${name}” saved`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        maxLength={100}
        value={name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        data-autofocus
      />
      <Select
        label="Time zone"
        data={TIME_ZONES.includes(timeZone) ? TIME_ZONES : [timeZone, ...TIME_ZONES]}
        value={timeZone}
        onChange={(changed) => changed && draft.edit({ timeZone: changed })}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No results"
        error={fieldError(save.error, '/timeZone')}
      />
      <IntervalInputs
        intervals={intervals}
        onChange={(changed) => draft.edit({ intervals: changed })}
        error={save.error}
      />
      <HolidayInputs holidays={holidays} onChange={(changed) => draft.edit({ holidays: changed })} error={save.error} />
    </EditDialog>
  )
}

function validate({ name, intervals, holidays }: Pick<BusinessHours, 'name' | 'intervals' | 'holidays'>) {
  if (name.trim() === '') return 'Enter a name.'
  if (intervals.length === 0) return 'Add at least one interval.'
  if (intervals.some(({ start, end }) => !TIME.test(start) || !TIME.test(end))) return 'Enter times such as 09:00.'
  if (intervals.some(({ start, end }) => end <= start)) return 'Each interval must end after it starts.'
  return holidays.some(({ date }) => date === '') ? 'Enter the dates of all holidays.' : undefined
}

interface IntervalProps {
  intervals: Interval[]
  onChange: (intervals: Interval[]) => void
  error: Error | null
}

function IntervalInputs({ intervals, onChange, error }: IntervalProps) {
  const replace = (index: number, interval: Interval | undefined) =>
    onChange(intervals.flatMap((one, at) => (at === index ? (interval ?? []) : one)))
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        Weekly hours
      </Text>
      {intervals.map((interval, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no identity of their own
        <Group key={index} gap="xs" align="flex-start">
          <NativeSelect
            aria-label={`Day ${index + 1}`}
            data={keysOf(DAY_LABELS).map((day) => ({ value: day, label: DAY_LABELS[day] }))}
            value={interval.day}
            onChange={(event) => replace(index, { ...interval, day: event.currentTarget.value as Interval['day'] })}
            error={fieldErrorUnder(error, `/intervals/${index}`)}
            flex="1 1 8rem"
          />
          <TextInput
            aria-label={`Start ${index + 1}`}
            placeholder="09:00"
            maxLength={5}
            value={interval.start}
            onChange={(event) => replace(index, { ...interval, start: event.currentTarget.value })}
            flex="1 1 5rem"
          />
          <TextInput
            aria-label={`End ${index + 1}`}
            placeholder="17:00"
            maxLength={5}
            value={interval.end}
            onChange={(event) => replace(index, { ...interval, end: event.currentTarget.value })}
            flex="1 1 5rem"
          />
          <ActionIcon
            variant="default"
            size="lg"
            c="red"
            aria-label={`Remove interval ${index + 1}`}
            onClick={() => replace(index, undefined)}
          >
            ✕
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...intervals, { day: 'saturday', start: '09:00', end: '12:00' }])}
      >
        Add interval
      </Button>
    </Stack>
  )
}

interface HolidayProps {
  holidays: Holiday[]
  onChange: (holidays: Holiday[]) => void
  error: Error | null
}

function HolidayInputs({ holidays, onChange, error }: HolidayProps) {
  const replace = (index: number, holiday: Holiday | undefined) =>
    onChange(holidays.flatMap((one, at) => (at === index ? (holiday ?? []) : one)))
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        Holidays
      </Text>
      {holidays.map((holiday, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: holidays have no identity of their own
        <Group key={index} gap="xs" align="flex-start">
          <TextInput
            type="date"
            aria-label={`Date ${index + 1}`}
            value={holiday.date}
            onChange={(event) => replace(index, { ...holiday, date: event.currentTarget.value })}
            error={fieldErrorUnder(error, `/holidays/${index}`)}
          />
          <TextInput
            aria-label={`Name ${index + 1}`}
            placeholder="Name"
            maxLength={100}
            value={holiday.name ?? ''}
            onChange={({ currentTarget: { value } }) =>
              replace(index, value === '' ? { date: holiday.date } : { ...holiday, name: value })
            }
            flex="1 1 8rem"
          />
          <ActionIcon
            variant="default"
            size="lg"
            c="red"
            aria-label={`Remove holiday ${index + 1}`}
            onClick={() => replace(index, undefined)}
          >
            ✕
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...holidays, { date: '' }])}
      >
        Add holiday
      </Button>
    </Stack>
  )
}
