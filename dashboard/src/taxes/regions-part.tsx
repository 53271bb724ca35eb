import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AskToDelete } from '../parts/ask-to-delete.tsx'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { RowDeeds } from '../parts/row-deeds.tsx'
import { Section } from '../parts/section.tsx'
import { placeInWords } from '../places/places.ts'
import { RegionDialog } from './region-dialog.tsx'
import { ratesInWords } from './tax-words.ts'
import { type Region, useDeleteRegion, useRegions } from './taxes.ts'

interface Props {
  mayChange: boolean
  onNews: (news: string) => void
}

const ABOUT =
  'What is taxed where. Where several have an address, the narrowest counts: by postcode, by region, by country.'

export function RegionsPart({ mayChange, onNews }: Props) {
  const regions = useRegions()
  const [isAdding, setIsAdding] = useState(false)
  const all = regions.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="Regions" about={ABOUT}>
      <Stack gap="sm">
        {regions.isPending ? <Loading what="the tax regions" /> : null}
        <Failure error={regions.error} title="The regions can't be shown" onRetry={() => void regions.refetch()} />
        {regions.isSuccess && all.length === 0 ? (
          <Paper withBorder p="md">
            <Text size="sm">Nothing is taxed yet: buyers pay your prices as they are, and see no tax.</Text>
          </Paper>
        ) : null}
        {all.length > 0 ? (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Tax regions">
            {all.map((region) => (
              <RegionRow key={region.id} region={region} mayChange={mayChange} onNews={onNews} />
            ))}
          </Stack>
        ) : null}
        <LoadMore list={regions} />
        {mayChange && regions.isSuccess ? (
          <Button style={{ alignSelf: 'flex-start' }} onClick={() => setIsAdding(true)}>
            Add a region
          </Button>
        ) : null}
      </Stack>
      {isAdding ? (
        <RegionDialog
          onClose={(news) => {
            setIsAdding(false)
            if (news) onNews(news)
          }}
        />
      ) : null}
    </Section>
  )
}

function RegionRow({ region, mayChange, onNews }: Props & { region: Region }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const name = placeInWords(region.place)
  const close = (news?: string) => {
    setDialog(undefined)
    if (news) onNews(news)
  }
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {ratesInWords(region.rates).map((words) => (
            <Text key={words} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {words}
            </Text>
          ))}
        </Stack>
        {mayChange ? (
          <RowDeeds name={name} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
        ) : null}
      </Group>
      {dialog === 'edit' ? <RegionDialog region={region} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteRegion region={region} onClose={close} /> : null}
    </Paper>
  )
}

function DeleteRegion({ region, onClose }: { region: Region; onClose: (news?: string) => void }) {
  const remove = useDeleteRegion(region)
  const name = placeInWords(region.place)
  return (
    <AskToDelete
      name={name}
      consequence="Buyers there pay no tax from then on, unless a wider region has their address."
      deleting={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`${name} is deleted.`) })}
      onClose={() => onClose()}
    />
  )
}
