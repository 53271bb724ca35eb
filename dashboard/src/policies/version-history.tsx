import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Section } from '../parts/section.tsx'
import { fullTime } from '../parts/when.tsx'
import { type PolicyKind, type PolicyText, type PolicyVersion, usePolicyVersions } from './policies.ts'
import { VersionDialog } from './version-dialog.tsx'

interface Props {
  kind: PolicyKind
  /** The version that is published. */
  present: number | undefined
  /** Absent for those who may only look. */
  onUse?: (text: PolicyText) => void
}

export function VersionHistory({ kind, present, onUse }: Props) {
  const history = usePolicyVersions(kind)
  const [shown, setShown] = useState<PolicyVersion>()
  const versions = history.data?.pages.flatMap(({ data }) => data) ?? []
  if (history.isSuccess && versions.length === 0) return null
  return (
    <Section title="Versions" about="Orders were placed under them, so none is ever deleted.">
      {history.isPending ? <Loading what="the versions" rows={1} /> : null}
      <Failure error={history.error} title="The versions can't be shown" onRetry={() => void history.refetch()} />
      {versions.length > 0 ? (
        <Paper withBorder>
          <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Versions, newest first">
            {versions.map((version, place) => (
              <Group
                key={version.id}
                component="li"
                justify="space-between"
                gap="xs"
                px="md"
                py="xs"
                style={place > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
              >
                <Stack gap={0} miw={0} flex="1 1 12rem">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {`Version ${version.version}: ${version.title}`}
                  </Text>
                  <Text size="xs" c="dimmed">
                    <time dateTime={version.createdAt}>{fullTime(version.createdAt)}</time>
                    {version.version === present ? ', published now' : null}
                  </Text>
                </Stack>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setShown(version)}
                  aria-label={`Show version ${version.version}`}
                >
                  Show
                </Button>
              </Group>
            ))}
          </Stack>
        </Paper>
      ) : null}
      <LoadMore list={history} mt="sm" />
      {shown ? (
        <VersionDialog
          version={shown}
          onClose={() => setShown(undefined)}
          {...(onUse &&
            shown.version !== present && {
              onUse: ({ title, body, returnTerms }: PolicyVersion) => {
                setShown(undefined)
                onUse({ title, body, returnTerms })
              },
            })}
        />
      ) : null}
    </Section>
  )
}
