import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { ErrorAlert, Loading } from './feedback.tsx'
import { HtmlPreview } from './html-preview.tsx'
import { type ListQuery, LoadMore } from './list.tsx'
import { type PreviewPath, useTextPreview } from './markdown-field.tsx'
import { Section } from './section.tsx'
import { formatDateTime } from './time.tsx'

interface TextVersion {
  id: string
  version: number
  title: string
  body: string
  createdAt: string
}

interface VersionHistoryProps<Version> {
  about: string
  history: ListQuery<Version>
  previewPath: PreviewPath
  publishedVersion: number | undefined
  /** The one in the editor, which can't be restored. */
  editedVersion: number | undefined
  /** What a version has besides its text. */
  details?: (version: Version) => ReactNode
  /** Absent for viewers. */
  onRestore?: (version: Version) => void
}

/** The saved texts of a policy or article, newest first. */
export function VersionHistory<Version extends TextVersion>(props: VersionHistoryProps<Version>) {
  const { about, history, previewPath, publishedVersion, editedVersion, details, onRestore } = props
  const [openVersion, setOpenVersion] = useState<Version>()
  const versions = history.data ?? []
  if (history.data?.length === 0) return null
  return (
    <Section title="Versions" about={about}>
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
        <VersionDialog
          version={openVersion}
          previewPath={previewPath}
          details={details?.(openVersion)}
          onClose={() => setOpenVersion(undefined)}
          {...(onRestore &&
            openVersion.version !== editedVersion && {
              onRestore: () => {
                setOpenVersion(undefined)
                onRestore(openVersion)
              },
            })}
        />
      ) : null}
    </Section>
  )
}

interface VersionDialogProps {
  version: TextVersion
  previewPath: PreviewPath
  details: ReactNode
  onClose: () => void
  onRestore?: () => void
}

function VersionDialog({ version, previewPath, details, onClose, onRestore }: VersionDialogProps) {
  const preview = useTextPreview(previewPath, version.body)
  return (
    <Dialog size="lg" title={`Version ${version.version}: ${version.title}`} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {formatDateTime(version.createdAt)}
        </Text>
        {preview.isPending ? <Loading what="text" rows={2} /> : null}
        <ErrorAlert error={preview.error} title="Couldn't load the text" onRetry={() => void preview.refetch()} />
        {preview.data ? <HtmlPreview title={`Text of version ${version.version}`} html={preview.data.html} /> : null}
        {details}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {onRestore ? <Button onClick={onRestore}>Restore this version</Button> : null}
        </Group>
      </Stack>
    </Dialog>
  )
}
