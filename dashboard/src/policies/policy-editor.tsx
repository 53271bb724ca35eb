import { Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { manages } from '../access/me.ts'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { faultAt, isOvertaken } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { useDesk } from '../shell/desk.ts'
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
  const draft = useDraft<PolicyText>(policy ? textOf(policy) : newText(kind))
  const publish = usePublishPolicy(kind)
  const [isRemoving, setIsRemoving] = useState(false)
  const [news, setNews] = useState('')
  const { fields } = draft
  const edit = (changes: Partial<PolicyText>) => {
    setNews('')
    // A refusal for being late holds until it is decided; others were about the text that has just been changed.
    if (!isOvertaken(publish.error)) publish.reset()
    draft.edit(changes)
  }
  const save = () => {
    setNews('')
    publish.mutate(
      { text: fields, version: policy?.version ?? 0 },
      {
        onSuccess: (saved) => {
          draft.settle(fields, textOf(saved))
          setNews(`Published. Visitors read version ${saved.version} now.`)
        },
      },
    )
  }
  const decided = (deed: () => void) => () => {
    publish.reset()
    deed()
  }

  return (
    <Stack gap="lg">
      <UnsavedGuard isEdited={draft.isEdited} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!publish.isPending && draft.isEdited && !draft.isOvertaken) save()
        }}
      >
        <Stack gap="lg">
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
          {mayChange ? (
            <SaveBar
              isEdited={draft.isEdited}
              isSaving={publish.isPending}
              saveLabel="Publish"
              obstacle={draft.isOvertaken ? 'Decide first.' : draft.isEdited ? obstacleIn(fields) : undefined}
              news={news}
              onDiscard={decided(draft.discard)}
            >
              {draft.isOvertaken ? (
                <Overtaken
                  what="this policy"
                  onKeepMine={decided(draft.keepMine)}
                  onTakeTheirs={decided(draft.discard)}
                >
                  <Theirs policy={policy} />
                </Overtaken>
              ) : (
                <Failure error={publish.error} title="The policy was not published" />
              )}
            </SaveBar>
          ) : null}
        </Stack>
      </form>
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
            setNews('Taken down. Visitors see it no more; its versions are kept.')
          }}
        />
      ) : null}
    </Stack>
  )
}

const textOf = ({ title, body, returnTerms }: Policy): PolicyText => ({ title, body, returnTerms })
