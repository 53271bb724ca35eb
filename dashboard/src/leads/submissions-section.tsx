import { Anchor, Badge, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { displayName, type Lead, type LeadSubmission, SPAM_LABELS, useSubmissions } from './leads.ts'

export function SubmissionsSection({ id }: { id: string }) {
  const submissions = useSubmissions(id)
  return (
    <Section title="What they sent">
      <Stack gap="sm">
        {submissions.isPending ? <Loading what="submissions" rows={2} /> : null}
        <ErrorAlert
          error={submissions.error}
          title="Couldn't load the submissions"
          onRetry={() => void submissions.refetch()}
        />
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Submissions, newest first">
          {(submissions.data ?? []).map((submission) => (
            <Submission key={submission.id} of={submission} />
          ))}
        </Stack>
        <LoadMore list={submissions} />
      </Stack>
    </Section>
  )
}

function Submission({ of: submission }: { of: LeadSubmission }) {
  const { message, touch, productIds, customFields, spamReasons, createdAt } = submission
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {`${displayName(submission)}, ${touch.source}, `}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </Text>
        {spamReasons.length > 0 ? (
          <Badge color="red" variant="light" tt="none" maw="100%">
            {`Spam: ${spamReasons.map((reason) => SPAM_LABELS[reason]).join(', ')}`}
          </Badge>
        ) : null}
        <Text size="sm" style={{ whiteSpace: 'pre-line' }} {...(!message && { c: 'dimmed' })}>
          {message ?? 'No message'}
        </Text>
        {Object.entries(customFields).map(([name, value]) => (
          <Text key={name} size="sm">
            {`${name}: ${value}`}
          </Text>
        ))}
        {productIds.map((id, index) => (
          <Anchor
            key={id}
            size="sm"
            w="fit-content"
            renderRoot={(props) => <Link to="/catalog/products/$id" params={{ id }} {...props} />}
          >
            {productIds.length > 1 ? `View product ${index + 1}` : 'View product'}
          </Anchor>
        ))}
      </Stack>
    </Paper>
  )
}

/** Everything that is known about where somebody came from, one fact per line. */
export function TouchDetails({ of: { source, page, referrer, utm, clickIds, at } }: { of: Lead['firstTouch'] }) {
  const facts = [
    `Source: ${source}`,
    page && `Page: ${page}`,
    referrer && `Referrer: ${referrer}`,
    ...Object.entries(utm).map(([name, value]) => `UTM ${name}: ${value}`),
    ...Object.keys(clickIds).map((name) => `Click ID: ${name}`),
  ].filter((fact) => fact !== null && fact !== '')
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {facts.map((fact) => (
        <Fragment key={fact}>
          {fact}
          <br />
        </Fragment>
      ))}
      <Text size="xs" c="dimmed" component="span">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </Text>
    </Text>
  )
}
