import { Button, Checkbox, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import {
  type Mailbox,
  mailboxes,
  type NewMailbox,
  PROVIDER_LABELS,
  type Provider,
  useReplaceInboundUrl,
} from './mailboxes.ts'

interface Props {
  /** Without it, a new one is created. */
  of?: Mailbox
  onClose: () => void
  onSaved: (message: string) => void
}

export function MailboxDialog(props: Props) {
  return props.of ? <EditMailboxDialog {...props} of={props.of} /> : <AddMailboxDialog {...props} />
}

function AddMailboxDialog({ onClose, onSaved }: Props) {
  const create = mailboxes.useCreate()
  const form = useMailboxFields()
  return (
    <FormDialog
      title="Add mailbox"
      size="lg"
      mutation={create}
      isReady={form.isReady}
      saveLabel="Add mailbox"
      onSave={() =>
        create.mutate(form.toRequest(), { onSuccess: ({ address }) => onSaved(`Mailbox ${address} added.`) })
      }
      onClose={onClose}
    >
      <ErrorAlert error={create.error} title="Couldn't add the mailbox" />
      <MailboxFields {...form} />
    </FormDialog>
  )
}

function EditMailboxDialog({ of, onClose, onSaved }: Props & { of: Mailbox }) {
  const update = mailboxes.useUpdate(of.id, { version: of.version })
  const replace = useReplaceInboundUrl(of.id)
  const form = useMailboxFields(of)
  const inboundUrl = replace.data?.inboundUrl ?? of.inboundUrl
  return (
    <FormDialog
      title={`Edit ${of.address}`}
      size="lg"
      mutation={update}
      isReady={form.isReady}
      saveLabel="Save"
      onSave={() =>
        update.mutate(form.toRequest(), { onSuccess: ({ address }) => onSaved(`Mailbox ${address} saved.`) })
      }
      onClose={onClose}
    >
      <ErrorAlert error={update.error ?? replace.error} title="Couldn't save the mailbox" />
      <MailboxFields {...form} />
      {inboundUrl && form.values.provider === of.provider ? (
        <>
          <CopyField
            label="Inbound URL"
            description={`Enter it at ${PROVIDER_LABELS[of.provider]}. Anyone who knows it can send you email.`}
            value={inboundUrl}
          />
          <Button variant="default" size="xs" onClick={() => replace.mutate(undefined)} loading={replace.isPending}>
            Replace inbound URL
          </Button>
        </>
      ) : null}
    </FormDialog>
  )
}

function useMailboxFields(of?: Mailbox) {
  const [values, setValues] = useState({
    address: of?.address ?? '',
    name: of?.name ?? '',
    signature: of?.signature ?? '',
    active: of?.active ?? true,
    provider: of?.provider ?? ('smtp' as Provider),
    signingKey: '',
    hosts: of?.trustedAuthenticationHosts ?? [],
    isAcknowledging: of?.acknowledgment.active ?? false,
    acknowledgmentText: of?.acknowledgment.text ?? '',
  })
  type Values = typeof values
  return {
    values,
    hasSigningKey: of?.hasSigningKey ?? false,
    set: (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    isReady: values.address.includes('@') && values.name.trim() !== '',
    toRequest: (): NewMailbox => ({
      address: values.address.trim(),
      name: values.name.trim(),
      signature: values.signature,
      active: values.active,
      provider: values.provider,
      trustedAuthenticationHosts: values.hosts,
      acknowledgment: { active: values.isAcknowledging, text: values.acknowledgmentText },
      ...(values.signingKey !== '' && { signingKey: values.signingKey }),
    }),
  }
}

const PROVIDERS = Object.entries(PROVIDER_LABELS).map(([value, label]) => ({ value: value as Provider, label }))

const SIGNING_KEYS: Partial<Record<Provider, string>> = {
  mailgun: 'HTTP webhook signing key',
  sendgrid: 'Public key of signed webhooks',
}

function MailboxFields({ values, set, hasSigningKey }: ReturnType<typeof useMailboxFields>) {
  const keyLabel = SIGNING_KEYS[values.provider]
  return (
    <>
      <TextInput
        label="Email address"
        description="The address that customers write to."
        type="email"
        placeholder="support@shop.example"
        value={values.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
        maxLength={254}
        required
        withAsterisk={false}
        data-autofocus
      />
      <TextInput
        label="Sender name"
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        maxLength={100}
        required
        withAsterisk={false}
      />
      <Select
        label="Email arrives by"
        data={PROVIDERS}
        value={values.provider}
        onChange={(provider) => set({ provider: provider ?? 'smtp' })}
        allowDeselect={false}
      />
      {keyLabel ? (
        <PasswordInput
          label={keyLabel}
          description={hasSigningKey ? 'A key is stored. Leave empty to keep it.' : 'Requests are checked with it.'}
          value={values.signingKey}
          onChange={(event) => set({ signingKey: event.currentTarget.value })}
          autoComplete="off"
        />
      ) : null}
      <TagsInput
        label="Trusted mail servers"
        description="Their SPF, DKIM and DMARC results are shown. Press Enter after each host name."
        placeholder={values.hosts.length === 0 ? 'mx.google.com' : ''}
        value={values.hosts}
        onChange={(hosts) => set({ hosts })}
        maxTags={10}
      />
      <Textarea
        label="Signature"
        description="Markdown. Added below replies."
        value={values.signature}
        onChange={(event) => set({ signature: event.currentTarget.value })}
        maxLength={5000}
        autosize
        minRows={2}
      />
      <Checkbox
        label="Acknowledge new tickets by email"
        checked={values.isAcknowledging}
        onChange={(event) => set({ isAcknowledging: event.currentTarget.checked })}
      />
      {values.isAcknowledging ? (
        <Textarea
          label="Text of the acknowledgment"
          value={values.acknowledgmentText}
          onChange={(event) => set({ acknowledgmentText: event.currentTarget.value })}
          maxLength={5000}
          autosize
          minRows={3}
        />
      ) : null}
      <Switch
        label="Active"
        description="Email to an inactive mailbox is rejected."
        checked={values.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
    </>
  )
}
