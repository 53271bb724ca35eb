import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { MarkdownField } from '../ui/markdown-field.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { VersionHistory } from '../ui/version-history.tsx'
import {
  type Policy,
  type PolicyInput,
  type PolicyKind,
  type PolicyVersion,
  policies,
  usePolicyVersions,
} from './policies.ts'
import { formatReturnTerms, newPolicy, POLICY_LABELS, validatePolicy } from './policy-labels.ts'
import { ReturnTermsInputs } from './return-terms-inputs.tsx'

export function PolicyEditor({ kind, policy }: { kind: PolicyKind; policy: Policy | undefined }) {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const publish = policies.useReplace(kind, { version: policy?.version })
  const draft = useSavedFormDraft<PolicyInput>(policy ? toPolicyInput(policy) : newPolicy(kind), publish)
  const history = usePolicyVersions(kind)
  const [isUnpublishing, setIsUnpublishing] = useState(false)
  const { fields, edit } = draft
  const save = () =>
    publish.mutate(fields, {
      onSuccess: (saved) => draft.markSaved(fields, toPolicyInput(saved), `Version ${saved.version} published`),
    })

  return (
    <Stack gap="lg">
      <SaveForm
        what="this policy"
        errorTitle="Couldn't publish the policy"
        draft={draft}
        mutation={publish}
        theirs={<ConflictingVersion policy={policy} />}
        canEdit={canEdit}
        isNew={policy === undefined}
        saveLabel="Publish"
        validationError={validatePolicy(fields)}
        onSave={save}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="md">
            <TextInput
              label="Title"
              value={fields.title}
              onChange={(event) => edit({ title: event.currentTarget.value })}
              maxLength={120}
              readOnly={!canEdit}
              error={fieldError(publish.error, '/title')}
            />
            <MarkdownField
              previewPath="/v1/policies/preview"
              value={fields.body}
              onChange={(body) => edit({ body })}
              placeholder={POLICY_LABELS[kind].placeholder}
              readOnly={!canEdit}
              error={fieldError(publish.error, '/body')}
            />
          </Stack>
        </Paper>
        {kind === 'refund' ? (
          <ReturnTermsInputs
            terms={fields.returnTerms}
            onChange={(returnTerms) => edit({ returnTerms })}
            readOnly={!canEdit}
            error={publish.error}
          />
        ) : null}
      </SaveForm>
      <VersionHistory<PolicyVersion>
        about="Orders refer to these versions, so they are never deleted."
        history={history}
        previewPath="/v1/policies/preview"
        publishedVersion={policy?.version}
        editedVersion={policy?.version}
        details={({ returnTerms }) =>
          returnTerms ? <Text size="sm">{`Return terms: ${formatReturnTerms(returnTerms)}`}</Text> : null
        }
        {...(canEdit && { onRestore: ({ title, body, returnTerms }) => edit({ title, body, returnTerms }) })}
      />
      {policy && canEdit ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsUnpublishing(true)}>
            Unpublish
          </Button>
        </Group>
      ) : null}
      {policy && isUnpublishing ? (
        <UnpublishPolicyDialog
          policy={policy}
          onClose={() => setIsUnpublishing(false)}
          onUnpublished={() => {
            setIsUnpublishing(false)
            draft.setMessage('Policy unpublished. Its versions are kept.')
          }}
        />
      ) : null}
    </Stack>
  )
}

const toPolicyInput = ({ title, body, returnTerms }: Policy): PolicyInput => ({ title, body, returnTerms })

interface UnpublishPolicyDialogProps {
  policy: Policy
  onClose: () => void
  onUnpublished: () => void
}

function UnpublishPolicyDialog({
  policy: { kind, title, version },
  onClose,
  onUnpublished,
}: UnpublishPolicyDialogProps) {
  const unpublish = policies.useDelete(kind, { version })
  return (
    <ConfirmDialog
      title={`Unpublish “${title}”?`}
      errorTitle="Couldn't unpublish the policy"
      cancelLabel="Cancel"
      confirmLabel="Unpublish"
      mutation={unpublish}
      onConfirm={() => unpublish.mutate(undefined, { onSuccess: onUnpublished })}
      onClose={onClose}
    >
      Storefronts stop showing it immediately. Its versions are kept, and you can publish any of them again.
    </ConfirmDialog>
  )
}

/** The version someone else published, to read and copy from. */
function ConflictingVersion({ policy }: { policy: Policy | undefined }) {
  if (!policy) return <Text size="sm">They unpublished it. Publishing your text creates a new version.</Text>
  return (
    <Textarea
      label={`Their text: version ${policy.version}, “${policy.title}”, ${formatDateTime(policy.updatedAt)}`}
      value={policy.body}
      readOnly
      autosize
      minRows={2}
      maxRows={5}
    />
  )
}
