import { TagsInput, Text, TextInput } from '@mantine/core'
import { useProductSuggestions } from '../products/product-suggestions.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { splitTags } from '../ui/tags.ts'
import { formatOtherItems } from './rate-labels.ts'
import { type ProfileItems, type ShippingProfile, shippingProfiles } from './shipping.ts'

interface ProfileFields {
  name: string
  tags: string[]
}

const EMPTY_PROFILE: ProfileFields = { name: '', tags: [] }

export function ProfileDialog({
  profile,
  onClose,
}: {
  profile?: ShippingProfile
  onClose: (message?: string) => void
}) {
  const suggestions = useProductSuggestions()
  const saved = profile ? { name: profile.name, tags: profile.items.tags ?? [] } : EMPTY_PROFILE
  const draft = useFormDraft(saved)
  const create = shippingProfiles.useCreate()
  const update = shippingProfiles.useUpdate(profile?.id ?? '', { version: profile?.version })
  const save = profile ? update : create
  const { fields } = draft
  const name = fields.name.trim()
  const otherItems = profile ? formatOtherItems(profile.items) : ''
  return (
    <EditDialog
      title={profile ? `Edit “${profile.name}”` : 'Add profile'}
      what="this profile"
      saveLabel={profile ? 'Save' : 'Add profile'}
      draft={draft}
      mutation={save}
      error={withLabeledDetails(save.error, (path) => (path === '/name' ? 'Name:' : 'Tags:'))}
      validationError={name === '' ? 'Enter a name.' : undefined}
      onSave={() => {
        const items = withTags(profile?.items ?? {}, fields.tags)
        const onSuccess = () => onClose(`Profile “${name}” saved`)
        if (profile?.default) update.mutate({ name }, { onSuccess })
        else save.mutate({ name, items }, { onSuccess })
      }}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        description="Customers don't see this"
        placeholder="Bulky goods"
        value={fields.name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {profile?.default ? (
        <Text size="sm" c="dimmed">
          Contains all products that aren't in another profile.
        </Text>
      ) : (
        <TagsInput
          label="Tags"
          description="Products with any of these tags ship only at this profile's rates. Press Enter or type a comma to add a tag."
          data={suggestions.tags}
          value={fields.tags}
          onChange={(tags) => draft.edit({ tags: splitTags(tags, fields.tags) })}
          error={fieldErrorUnder(save.error, '/items')}
          maxTags={250}
          acceptValueOnBlur
        />
      )}
      {otherItems ? (
        <Text
          size="xs"
          c="dimmed"
        >{`This profile also has ${otherItems}, set through the API. They stay unchanged.`}</Text>
      ) : null}
    </EditDialog>
  )
}

function withTags({ tags: _, ...items }: ProfileItems, tags: string[]): ProfileItems {
  return tags.length > 0 ? { ...items, tags } : items
}
