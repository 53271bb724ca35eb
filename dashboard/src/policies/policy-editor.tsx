import { Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { faultAt } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { MarkdownField } from './markdown-field.tsx'
import { type Policy, type PolicyKind, type PolicyText, usePublishPolicy } from './policies.ts'
import { newText, obstacleIn, POLICY_WORDS } from './policy-words.ts'
import { RemovePolicyDialog } from './remove-policy-dialog.tsx'
import { ReturnTermsFields } from './return-terms-fields.tsx'
import { Theirs } from './theirs.tsx'
import { VersionHistory } from './version-history.tsx'

export function PolicyEditor({ kind, policy }: { kind: PolicyKind; policy: Policy | undefined }) {
  const { workspace } = useDesk()
  const mayChange = manages(workspace.role)
  const publish = usePublishPolicy(kind)
  const draft = useSavedDraft<PolicyText>(policy ? textOf(policy) : newText(kind), publish)
  const [isRemoving, setIsRemoving] = useState(false)
  const { fields, edit } = draft
  const save = () =>
    publish.mutate(
      { text: fields, version: policy?.version ?? 0 },
      {
        onSuccess: (saved) =>
          draft.settle(fields, textOf(saved), `Published. Visitors read version ${saved.version} now.`),
      },
    )

  return (
    <Stack gap="lg">
      <SaveForm
        what="this policy"
        refused="The policy was not published"
        draft={draft}
        saving={publish}
        theirs={<Theirs policy={policy} />}
        mayChange={mayChange}
        saveLabel="Publish"
        obstacle={obstacleIn(fields)}
        onSave={save}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="md">
            <TextInput
              label="Title"
              value={fields.title}
              onChange={(event) => edit({ title: event.currentTarget.value })}
              maxLength={120}
              readOnly={!mayChange}
              error={faultAt(publish.error, '/title')}
            />
            <MarkdownField
              value={fields.body}
              onChange={(body) => edit({ body })}
              placeholder={POLICY_WORDS[kind].placeholder}
              readOnly={!mayChange}
              error={faultAt(publish.error, '/body')}
            />
          </Stack>
        </Paper>
        {kind === 'refund' ? (
          <ReturnTermsFields
            terms={fields.returnTerms}
            onChange={(returnTerms) => edit({ returnTerms })}
            readOnly={!mayChange}
            error={publish.error}
          />
        ) : null}
      </SaveForm>
      <VersionHistory kind={kind} present={policy?.version} {...(mayChange && { onUse: edit })} />
      {policy && mayChange ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsRemoving(true)}>
            Take down
          </Button>
        </Group>
      ) : null}
      {policy && isRemoving ? (
        <RemovePolicyDialog
          policy={policy}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => {
            setIsRemoving(false)
            draft.tell('Taken down. Visitors see it no more; its versions are kept.')
          }}
        />
      ) : null}
    </Stack>
  )
}

const textOf = ({ title, body, returnTerms }: Policy): PolicyText => ({ title, body, returnTerms })
