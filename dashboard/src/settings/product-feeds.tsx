import { Paper, Stack, Text, Title } from '@mantine/core'
import { CopyField } from '../ui/copy-field.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { type ProductFeed, useProductFeeds } from './workspace-settings.ts'

const LABELS: Record<ProductFeed['kind'], string> = {
  sitemap: 'Sitemap',
  google: 'Google Merchant Center',
  meta: 'Meta catalog',
}

/** The addresses that search engines and advertising platforms fetch. */
export function ProductFeeds() {
  const feeds = useProductFeeds()
  const list = feeds.data?.data ?? []
  const isMissingUrl = list.length > 0 && list.every(({ url }) => url === null)
  return (
    <Paper withBorder p="lg" maw={680}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Product feeds
          </Title>
          <Text size="sm" c="dimmed">
            {isMissingUrl
              ? 'Enter the product page URL above to publish your products.'
              : 'Your published products, for search engines and advertising platforms.'}
          </Text>
        </div>
        {feeds.isPending ? <Loading what="feeds" /> : null}
        <ErrorAlert error={feeds.error} title="Couldn't load feeds" onRetry={() => void feeds.refetch()} />
        {list.map((feed) =>
          feed.url === null ? null : (
            <CopyField key={feed.kind} label={LABELS[feed.kind]} description={describe(feed)} value={feed.url} />
          ),
        )}
      </Stack>
    </Paper>
  )
}

function describe({ kind, itemCount, omitted }: ProductFeed): string {
  const unit = kind === 'sitemap' ? 'product' : 'variant'
  const parts = [
    `${itemCount} ${unit}${itemCount === 1 ? '' : 's'}`,
    omitted.withoutPrice > 0 ? `${omitted.withoutPrice} without a price omitted` : '',
    omitted.withoutImage > 0 ? `${omitted.withoutImage} without an image omitted` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
