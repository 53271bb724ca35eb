import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatArea } from '../areas/areas.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore, Row, RowList } from '../ui/list.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { Section } from '../ui/section.tsx'
import { TaxRegionDialog } from './region-dialog.tsx'
import { formatTaxRates, type TaxRegion, taxRegions } from './taxes.ts'

interface Props {
  canEdit: boolean
  onMessage: (message: string) => void
}

const DESCRIPTION =
  'Tax rates by area. If several regions match an address, the most specific one applies: postal code, then region, then country.'

export function TaxRegionsSection({ canEdit, onMessage }: Props) {
  // A shop may have a thousand.
  const regions = taxRegions.useList({ limit: 50 })
  const [isAdding, setIsAdding] = useState(false)
  const all = regions.data ?? []
  return (
    <Section title="Tax regions" about={DESCRIPTION}>
      <Stack gap="sm">
        {regions.isPending ? <Loading what="tax regions" /> : null}
        <ErrorAlert error={regions.error} title="Couldn't load tax regions" onRetry={() => void regions.refetch()} />
        {regions.isSuccess && all.length === 0 ? (
          <Paper withBorder p="md">
            <Text size="sm">No tax regions yet. Customers pay your prices without tax.</Text>
          </Paper>
        ) : null}
        {all.length > 0 ? (
          <RowList label="Tax regions">
            {all.map((region) => (
              <TaxRegionRow key={region.id} region={region} canEdit={canEdit} onMessage={onMessage} />
            ))}
          </RowList>
        ) : null}
        <LoadMore list={regions} />
        {canEdit && regions.isSuccess ? (
          <Button style={{ alignSelf: 'flex-start' }} onClick={() => setIsAdding(true)}>
            Add region
          </Button>
        ) : null}
      </Stack>
      {isAdding ? (
        <TaxRegionDialog
          onClose={(message) => {
            setIsAdding(false)
            if (message) onMessage(message)
          }}
        />
      ) : null}
    </Section>
  )
}

function TaxRegionRow({ region, canEdit, onMessage }: Props & { region: TaxRegion }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const name = formatArea(region.area)
  const close = (message?: string) => {
    setDialog(undefined)
    if (message) onMessage(message)
  }
  return (
    <Row>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {formatTaxRates(region.rates).map((line) => (
            <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          ))}
        </Stack>
        {canEdit ? (
          <RowActions name={name} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
        ) : null}
      </Group>
      {dialog === 'edit' ? <TaxRegionDialog region={region} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteTaxRegionDialog region={region} onClose={close} /> : null}
    </Row>
  )
}

function DeleteTaxRegionDialog({ region, onClose }: { region: TaxRegion; onClose: (message?: string) => void }) {
  const remove = taxRegions.useDelete(region.id, { version: region.version })
  const name = formatArea(region.area)
  return (
    <ConfirmDelete
      name={name}
      consequence="Customers there will pay no tax, unless a wider region matches their address."
      mutation={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`Tax region “${name}” deleted`) })}
      onClose={() => onClose()}
    />
  )
}
