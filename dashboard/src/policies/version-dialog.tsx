import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { fullTime } from '../parts/when.tsx'
import { HtmlPreview } from './html-preview.tsx'
import { type PolicyVersion, usePolicyPreview } from './policies.ts'
import { termsInWords } from './policy-words.ts'

interface Props {
  version: PolicyVersion
  onClose: () => void
  onUse?: (version: PolicyVersion) => void
}

export function VersionDialog({ version, onClose, onUse }: Props) {
  const preview = usePolicyPreview(version.body)
  return (
    <Dialog size="lg" title={`Version ${version.version}: ${version.title}`} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {fullTime(version.createdAt)}
        </Text>
        {preview.isPending ? <Loading what="the text" rows={2} /> : null}
        <Failure error={preview.error} title="The text can't be shown" onRetry={() => void preview.refetch()} />
        {preview.data ? <HtmlPreview title={`Text of version ${version.version}`} html={preview.data.html} /> : null}
        {version.returnTerms ? <Text size="sm">{`For programs: ${termsInWords(version.returnTerms)}`}</Text> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {onUse ? <Button onClick={() => onUse(version)}>Put it into the editor</Button> : null}
        </Group>
      </Stack>
    </Dialog>
  )
}
