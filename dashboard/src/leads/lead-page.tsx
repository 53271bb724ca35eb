import { Alert, Anchor, Button, Grid, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CHANNEL_LABELS } from '../customers/customers.ts'
import { StatusBadge } from '../orders/badges.tsx'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { DateLabel, formatDateTime } from '../ui/time.tsx'
import { ConvertDialog } from './convert-dialog.tsx'
import { LeadForm } from './lead-form.tsx'
import { displayName, LEAD_STATUSES, type Lead, leads, SCORE_LABELS, SPAM_LABELS } from './leads.ts'
import { SubmissionsSection, TouchDetails } from './submissions-section.tsx'

export function LeadPage() {
  const { id } = useParams({ from: '/shell/sales/leads/$id' })
  return <LeadDetails key={id} id={id} />
}

function LeadDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const [isConverting, setIsConverting] = useState(false)
  const lead = leads.useOne(id)
  const { data } = lead
  const canEdit = workspace.role !== 'viewer'
  const canConvert = data !== undefined && canEdit && data.status !== 'converted' && data.status !== 'spam'
  return (
    <Page
      title={data ? displayName(data) : 'Lead'}
      back="Leads"
      actions={canConvert ? <Button onClick={() => setIsConverting(true)}>Convert</Button> : null}
    >
      {lead.isPending ? <Loading what="lead" /> : null}
      <ErrorAlert error={lead.error} title="Couldn't load the lead" onRetry={() => void lead.refetch()} />
      {data ? (
        <Stack gap="lg">
          {data.status === 'spam' ? (
            <Alert color="red" title="This lead is spam">
              {`It ${data.spamReasons.map((reason) => SPAM_LABELS[reason]).join(', ')}. Set its status to New if it isn't.`}
            </Alert>
          ) : null}
          <Summary of={data} />
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <SubmissionsSection id={id} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="lg">
                <LeadForm lead={data} canEdit={canEdit} />
                <ContactSection of={data} />
                <ScoreSection of={data} />
                <TouchesSection of={data} />
                <ConsentSection of={data} />
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      ) : null}
      {data && isConverting ? <ConvertDialog lead={data} onClose={() => setIsConverting(false)} /> : null}
    </Page>
  )
}

function Summary({ of: { status, score, createdAt, submissionCount, conversion } }: { of: Lead }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: conversion ? 5 : 4 }}>
      <LabeledValue name="Status">
        <StatusBadge display={LEAD_STATUSES[status]} />
      </LabeledValue>
      <LabeledValue name="Score">
        <Text fw={700} size="lg" lh={1.2}>
          {score}
        </Text>
      </LabeledValue>
      <LabeledValue name="Received">
        <DateLabel at={createdAt} />
      </LabeledValue>
      <LabeledValue name="Submissions">{submissionCount}</LabeledValue>
      {conversion ? <ConversionValue of={conversion} /> : null}
    </SimpleGrid>
  )
}

function ConversionValue({ of: { orderId, value, automatic } }: { of: NonNullable<Lead['conversion']> }) {
  return (
    <LabeledValue name={automatic ? 'Converted by an order' : 'Converted'}>
      {orderId ? (
        <Anchor size="sm" renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...props} />}>
          {value ? formatMoney(value) : 'View order'}
        </Anchor>
      ) : value ? (
        formatMoney(value)
      ) : (
        'Without a value'
      )}
    </LabeledValue>
  )
}

function ContactSection({ of: { email, phone, company, customerId } }: { of: Lead }) {
  return (
    <Section title="Contact">
      <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
        <Stack gap="sm">
          {company ? <LabeledValue name="Company">{company}</LabeledValue> : null}
          <LabeledValue name="Email">
            {email ? <Anchor href={`mailto:${email}`}>{email}</Anchor> : 'No email'}
          </LabeledValue>
          <LabeledValue name="Phone">
            {phone ? <Anchor href={`tel:${phone}`}>{phone}</Anchor> : 'No phone'}
          </LabeledValue>
          {customerId ? (
            <Anchor
              size="sm"
              w="fit-content"
              renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id: customerId }} {...props} />}
            >
              View customer
            </Anchor>
          ) : null}
        </Stack>
      </Paper>
    </Section>
  )
}

function ScoreSection({ of: { score, scoreReasons } }: { of: Lead }) {
  return (
    <Section title="Score">
      <Paper withBorder p="md">
        <Stack gap={6}>
          {scoreReasons.map(({ code, points }) => (
            <ScoreRow key={code} label={SCORE_LABELS[code]} points={`+${points}`} />
          ))}
          <ScoreRow label="Total of 100" points={`${score}`} isTotal />
        </Stack>
      </Paper>
    </Section>
  )
}

const ScoreRow = ({ label, points, isTotal = false }: { label: string; points: string; isTotal?: boolean }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm" fw={isTotal ? 600 : 400}>
      {label}
    </Text>
    <Text size="sm" fw={isTotal ? 600 : 400} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {points}
    </Text>
  </Group>
)

function TouchesSection({ of: { firstTouch, lastTouch, submissionCount } }: { of: Lead }) {
  return (
    <Section title="Where they came from">
      <Paper withBorder p="md">
        <Stack gap="md">
          <LabeledValue name={submissionCount > 1 ? 'First touch' : 'Touch'}>
            <TouchDetails of={firstTouch} />
          </LabeledValue>
          {submissionCount > 1 ? (
            <LabeledValue name="Last touch">
              <TouchDetails of={lastTouch} />
            </LabeledValue>
          ) : null}
        </Stack>
      </Paper>
    </Section>
  )
}

function ConsentSection({ of: { consents } }: { of: Lead }) {
  if (consents.length === 0) return null
  return (
    <Section title="Consent">
      <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
        <Stack gap="sm">
          {consents.map(({ channel, granted, text, at }) => (
            <Stack key={channel} gap={2}>
              <Text size="sm" fw={600}>
                {`${CHANNEL_LABELS[channel]}: ${granted ? 'Agreed' : 'Not ticked'}`}
              </Text>
              <Text size="sm">{`“${text}”`}</Text>
              <Text size="xs" c="dimmed">
                <time dateTime={at}>{formatDateTime(at)}</time>
              </Text>
            </Stack>
          ))}
        </Stack>
      </Paper>
    </Section>
  )
}
