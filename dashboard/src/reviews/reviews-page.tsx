import { Anchor, Button, Group, Rating, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { products } from '../products/products.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { canManage, useWorkspace } from '../session.ts'
import { DismissibleMessage } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type Review, reviews, SOURCE_LABELS, STATUS_LABELS } from './reviews.ts'
import { SettingsDialog } from './settings-dialog.tsx'

/** Letters, since an object lists numbers in ascending order, and the best come first. */
const RATINGS = { five: 5, four: 4, three: 3, two: 2, one: 1 } as const
const RATING_LABELS = { five: '5 stars', four: '4 stars', three: '3 stars', two: '2 stars', one: '1 star' }

export function ReviewsPage() {
  const { workspace } = useWorkspace()
  const filters = useFilters({
    rating: { kind: 'select', label: 'Rating', options: RATING_LABELS },
    status: { kind: 'select', label: 'Status', options: STATUS_LABELS },
    source: { kind: 'select', label: 'Provider', options: SOURCE_LABELS },
  })
  const { rating, ...values } = filters.values
  const list = reviews.useList({ limit: 50, ...values, ...(rating && { rating: RATINGS[rating] }) })
  const [isEditing, setIsEditing] = useState(false)
  const [message, setMessage] = useState('')
  return (
    <ListPage
      title="Reviews"
      about="Reviews from your connected providers, newest first. Published ones count toward a product's rating."
      what="reviews"
      list={list}
      otherActions={
        canManage(workspace.role) ? (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            Review settings
          </Button>
        ) : null
      }
      action={
        <Button renderRoot={(props) => <Link to="/settings/connections" {...props} />} variant="default">
          View connections
        </Button>
      }
      above={<DismissibleMessage message={message} onDismiss={() => setMessage('')} />}
      filters={
        <>
          <SavedViews page="reviews" values={filters.values} />
          <FilterBar label="Reviews" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No reviews yet',
        text: 'Connect Judge.me, Yotpo, Okendo or Trustpilot, and new reviews appear here.',
      }}
      noResults="Try changing the filters."
      below={
        isEditing ? (
          <SettingsDialog
            onClose={() => setIsEditing(false)}
            onSaved={() => {
              setIsEditing(false)
              setMessage('Review settings saved.')
            }}
          />
        ) : null
      }
    >
      {(all) => (
        <RowList label="Reviews, newest first">
          {all.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function ReviewRow({ review }: { review: Review }) {
  const { rating, title, body, authorName, verified, status, source, ticketId, productId, createdAt } = review
  return (
    <Row>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Rating value={rating} readOnly size="sm" role="img" aria-label={`${rating} of 5 stars`} />
            {status === 'hidden' ? <Label color="gray">{STATUS_LABELS.hidden}</Label> : null}
            {verified ? <Label color="teal">Verified buyer</Label> : null}
          </Group>
          <Text size="xs" c="dimmed">
            <RelativeTime at={createdAt} />
          </Text>
        </Group>
        {title ? (
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
        ) : null}
        {body ? (
          <Text size="sm" lineClamp={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {body}
          </Text>
        ) : null}
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {`${authorName ?? 'Anonymous'} · ${SOURCE_LABELS[source]}`}
          </Text>
          {productId ? <ProductLink id={productId} /> : <Text size="xs">Review of the shop</Text>}
          {ticketId ? (
            <Anchor size="xs" renderRoot={(props) => <Link to="/inbox" search={{ ticket: ticketId }} {...props} />}>
              Open ticket
            </Anchor>
          ) : null}
        </Group>
      </Stack>
    </Row>
  )
}

function ProductLink({ id }: { id: string }) {
  const { data } = products.useOne(id)
  return (
    <Anchor size="xs" renderRoot={(props) => <Link to="/catalog/products/$id" params={{ id }} {...props} />}>
      {data?.title ?? 'Product'}
    </Anchor>
  )
}
