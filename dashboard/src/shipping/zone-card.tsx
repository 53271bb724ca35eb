import { Alert, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { AskToDelete } from '../parts/ask-to-delete.tsx'
import { RowDeeds } from '../parts/row-deeds.tsx'
import { placeInWords } from '../places/places.ts'
import { RateDialog } from './rate-dialog.tsx'
import { RateList } from './rate-list.tsx'
import { type Profile, type Rate, useDelete, type Zone } from './shipping.ts'
import { ZoneDialog } from './zone-dialog.tsx'

interface Props {
  zone: Zone
  rates: Rate[]
  profiles: Profile[]
  currency: string
  mayChange: boolean
  onNews: (news: string) => void
}

export function ZoneCard({ zone, rates, profiles, currency, mayChange, onNews }: Props) {
  const id = useId()
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'rate'>()
  const close = (news?: string) => {
    setDialog(undefined)
    if (news) onNews(news)
  }
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0} flex="1 1 14rem">
            <Title order={3} size="h5" id={id} style={{ overflowWrap: 'anywhere' }}>
              {zone.name}
            </Title>
            <Places zone={zone} />
          </Stack>
          {mayChange ? (
            <RowDeeds name={zone.name} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
          ) : null}
        </Group>
        <Divider />
        {rates.length > 0 ? (
          <RateList label={`Rates of ${zone.name}`} {...{ rates, profiles, currency, mayChange, onNews }} />
        ) : (
          <Alert color="orange">No rates yet: buyers at these places are offered no shipping.</Alert>
        )}
        {mayChange ? (
          <Button
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            variant={rates.length > 0 ? 'default' : 'filled'}
            onClick={() => setDialog('rate')}
            aria-label={`Add a rate to ${zone.name}`}
          >
            Add a rate
          </Button>
        ) : null}
      </Stack>
      {dialog === 'edit' ? <ZoneDialog zone={zone} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteZone zone={zone} rateCount={rates.length} onClose={close} /> : null}
      {dialog === 'rate' ? <RateDialog at={{ zone }} profiles={profiles} currency={currency} onClose={close} /> : null}
    </Paper>
  )
}

const SHOWN_PLACES = 12

/** The names of many countries are asked for, not pushed. */
function Places({ zone: { name, places } }: { zone: Zone }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? places : places.slice(0, SHOWN_PLACES)
  const hidden = places.length - shown.length
  return (
    <>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {shown.map(placeInWords).join(', ')}
      </Text>
      {hidden > 0 ? (
        <Button
          size="compact-xs"
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setIsWhole(true)}
          aria-label={`Show all places of ${name}`}
        >
          {`and ${hidden} more`}
        </Button>
      ) : null}
    </>
  )
}

interface DeleteProps {
  zone: Zone
  rateCount: number
  onClose: (news?: string) => void
}

function DeleteZone({ zone, rateCount, onClose }: DeleteProps) {
  const remove = useDelete('zone', zone)
  const going =
    rateCount === 0 ? '' : rateCount === 1 ? 'Its rate goes with it. ' : `Its ${rateCount} rates go with it. `
  return (
    <AskToDelete
      name={zone.name}
      consequence={`${going}Buyers at its places are offered no shipping from then on, unless another zone has them.`}
      deleting={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`“${zone.name}” is deleted.`) })}
      onClose={() => onClose()}
    />
  )
}
