import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { HtmlPreview } from './html-preview.tsx'
import {
  type PolicyInput,
  type PolicyKind,
  type PolicyVersion,
  usePolicyPreview,
  usePolicyVersions,
} from './policies.ts'
import { formatReturnTerms } from './policy-labels.ts'

interface VersionHistoryProps {
  kind: PolicyKind
  publishedVersion: number | undefined
  /** Absent for viewers. */
  onRestore?: (text: PolicyInput) => void
}

export function VersionHistory({ kind, publishedVersion, onRestore }: VersionHistoryProps) {
  const history = usePolicyVersions(kind)
  const [openVersion, setOpenVersion] = useState<PolicyVersion>()
  const versions = history.data ?? []
  if (history.isSuccess && versions.length === 0) return null
  return (
    <Section title="Versions" about="Orders refer to these versions, so they are never deleted.">
      {history.isPending ? <Loading what="versions" rows={1} /> : null}
      <ErrorAlert error={history.error} title="Couldn't load versions" onRetry={() => void history.refetch()} />
      {versions.length > 0 ? (
        <Paper withBorder>
          <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Versions, newest first">
            {versions.map((version, index) => (
              <Group
                key={version.id}
                component="li"
                justify="space-between"
                gap="xs"
                px="md"
                py="xs"
                style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
              >
                <Stack gap={0} miw={0} flex="1 1 12rem">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {`Version ${version.version}: ${version.title}`}
                  </Text>
                  <Text size="xs" c="dimmed">
                    <time dateTime={version.createdAt}>{formatDateTime(version.createdAt)}</time>
                    {version.version === publishedVersion ? ', published' : null}
                  </Text>
                </Stack>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setOpenVersion(version)}
                  aria-label={`View version ${version.version}`}
                >
                  View
                </Button>
              </Group>
            ))}
          </Stack>
        </Paper>
      ) : null}
      <LoadMore list={history} mt="sm" />
      {openVersion ? (
        <PolicyVersionDialog
          version={openVersion}
          onClose={() => setOpenVersion(undefined)}
          {...(onRestore &&
            openVersion.version !== publishedVersion && {
              onRestore: ({ title, body, returnTerms }: PolicyVersion) => {
                setOpenVersion(undefined)
                onRestore({ title, body, returnTerms })
              },
            })}
        />
      ) : null}
    </Section>
  )
}

interface VersionDialogProps {
  version: PolicyVersion
  onClose: () => void
  onRestore?: (version: PolicyVersion) => void
}

function PolicyVersionDialog({ version, onClose, onRestore }: VersionDialogProps) {
  const preview = usePolicyPreview(version.body)
  return (
    <Dialog size="lg" title={`Version ${version.version}: ${version.title}`} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {formatDateTime(version.createdAt)}
        </Text>
        {preview.isPending ? <Loading what="text" rows={2} /> : null}
        <ErrorAlert error={preview.error} title="Couldn't load the text" onRetry={() => void preview.refetch()} />
        {preview.data ? <HtmlPreview title={`Text of version ${version.version}`} html={preview.data.html} /> : null}
        {version.returnTerms ? (
          <Text size="sm">{`Return terms: ${formatReturnTerms(version.returnTerms)}`}</Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {onRestore ? <Button onClick={() => onRestore(version)}>Restore this version</Button> : null}
        </Group>
      </Stack>
    </Dialog>
  )
}
