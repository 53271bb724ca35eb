import { Text, Textarea } from '@mantine/core'
import { fullTime } from '../parts/when.tsx'
import type { Policy } from './policies.ts'

/** What the other has published, to read and to copy from. */
export function Theirs({ policy }: { policy: Policy | undefined }) {
  if (!policy) return <Text size="sm">They took it down: to publish yours makes a new version.</Text>
  return (
    <Textarea
      label={`Their text: version ${policy.version}, “${policy.title}”, ${fullTime(policy.updatedAt)}`}
      value={policy.body}
      readOnly
      autosize
      minRows={2}
      maxRows={5}
    />
  )
}
