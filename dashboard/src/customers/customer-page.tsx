import { Grid, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { addressLines } from '../orders/order-labels.ts'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { DateLabel } from '../ui/time.tsx'
import { ConsentSection } from './consent-section.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerForm } from './customer-form.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'
import { type Customer, customers, displayName } from './customers.ts'
import { MergesSection } from './merges-section.tsx'
import { PointsSection } from './points-section.tsx'
import { StoreCreditSection } from './store-credit-section.tsx'

export function CustomerPage() {
  const { id } = useParams({ from: '/shell/sales/customers/$id' })
  return <CustomerDetails key={id} id={id} />
}

function CustomerDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const customer = customers.useOne(id)
  const { data } = customer
  const canEdit = workspace.role !== 'viewer'
  return (
    <Page
      title={data ? displayName(data) : 'Customer'}
      back="Customers"
      actions={data && canEdit ? <CustomerActions customer={data} isAdmin={canManage(workspace.role)} /> : null}
    >
      {customer.isPending ? <Loading what="customer" /> : null}
      <ErrorAlert error={customer.error} title="Couldn't load the customer" onRetry={() => void customer.refetch()} />
      {data ? (
        <Stack gap="lg">
          {data.statistics.map((figures) => (
            <Statistics key={figures.spent.currency} of={figures} />
          ))}
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <CustomerTimeline id={id} canEdit={canEdit} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="lg">
                <ContactSection of={data} />
                <PointsSection id={id} canAdjust={canManage(workspace.role)} />
                <ConsentSection customer={data} canEdit={canEdit} />
                <StoreCreditSection id={id} canAdjust={canManage(workspace.role)} />
                <CustomerForm customer={data} canEdit={canEdit} />
                <MergesSection id={id} canEdit={canEdit} />
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      ) : null}
    </Page>
  )
}

function Statistics({
  of: { orders, spent, averageOrder, firstOrderAt, lastOrderAt },
}: {
  of: Customer['statistics'][number]
}) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 5 }}>
      <LabeledValue name="Amount spent">
        <Text fw={700} size="lg" lh={1.2}>
          {formatMoney(spent)}
        </Text>
      </LabeledValue>
      <LabeledValue name="Orders">{orders}</LabeledValue>
      <LabeledValue name="Average order">{orders > 0 ? formatMoney(averageOrder) : '–'}</LabeledValue>
      <LabeledValue name="First order">{firstOrderAt ? <DateLabel at={firstOrderAt} /> : 'None'}</LabeledValue>
      <LabeledValue name="Last order">{lastOrderAt ? <DateLabel at={lastOrderAt} /> : 'None'}</LabeledValue>
    </SimpleGrid>
  )
}

function ContactSection({ of: { emails, phones, addresses, company } }: { of: Customer }) {
  return (
    <Section title="Contact">
      <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
        <Stack gap="sm">
          {company ? <LabeledValue name="Company">{company}</LabeledValue> : null}
          <LabeledValue name={emails.length > 1 ? 'Emails' : 'Email'}>
            <Lines of={emails.map(({ address, verified }) => withVerification(address, verified))} empty="No email" />
          </LabeledValue>
          <LabeledValue name={phones.length > 1 ? 'Phones' : 'Phone'}>
            <Lines of={phones.map(({ number, verified }) => withVerification(number, verified))} empty="No phone" />
          </LabeledValue>
          {addresses.map(({ id, address }, index) => (
            <LabeledValue key={id} name={index === 0 ? 'Default address' : 'Address'}>
              <Lines of={addressLines(address)} empty="No address" />
            </LabeledValue>
          ))}
        </Stack>
      </Paper>
    </Section>
  )
}

const withVerification = (contact: string, verified: boolean) => (verified ? `${contact} (verified)` : contact)

const Lines = ({ of, empty }: { of: string[]; empty: string }) =>
  of.length === 0
    ? empty
    : of.map((line) => (
        <span key={line} style={{ display: 'block' }}>
          {line}
        </span>
      ))
