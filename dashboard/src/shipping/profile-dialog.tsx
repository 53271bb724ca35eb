import { TagsInput, Text, TextInput } from '@mantine/core'
import { useDraft } from '../parts/draft.ts'
import { DraftDialog } from '../parts/draft-dialog.tsx'
import { faultAt, faultUnder, toldPlainly } from '../parts/faults.ts'
import { splitTags } from '../parts/tags.ts'
import { useKnownWords } from '../products/known-words.ts'
import { furtherItems } from './rate-words.ts'
import { type Items, type Profile, useSave } from './shipping.ts'

interface ProfileFields {
  name: string
  tags: string[]
}

interface Body {
  name?: string
  items?: Items
}

const EMPTY: ProfileFields = { name: '', tags: [] }

export function ProfileDialog({ profile, onClose }: { profile?: Profile; onClose: (news?: string) => void }) {
  const known = useKnownWords()
  const saved = profile ? { name: profile.name, tags: profile.items.tags ?? [] } : EMPTY
  const draft = useDraft(saved)
  const save = useSave<Body>('profile', profile)
  const { fields } = draft
  const name = fields.name.trim()
  const further = profile ? furtherItems(profile.items) : ''
  return (
    <DraftDialog
      title={profile ? `Change “${profile.name}”` : 'New profile'}
      what="this profile"
      saveLabel={profile ? 'Save' : 'Create the profile'}
      draft={draft}
      saving={save}
      error={toldPlainly(save.error, (path) => (path === '/name' ? 'The name' : 'The tags'))}
      obstacle={name === '' ? 'It needs a name.' : undefined}
      onSave={() =>
        save.mutate(
          { name, ...(!profile?.isDefault && { items: withTags(profile?.items ?? {}, fields.tags) }) },
          { onSuccess: () => onClose(`“${name}” is saved.`) },
        )
      }
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        description="For you; buyers don't see it."
        placeholder="Bulky goods"
        value={fields.name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={faultAt(save.error, '/name')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {profile?.isDefault ? (
        <Text size="sm" c="dimmed">
          It takes whatever no other profile takes.
        </Text>
      ) : (
        <TagsInput
          label="Tags"
          description="Products with any of these tags ship at this profile's rates only. Enter or a comma ends a tag."
          data={known.tags}
          value={fields.tags}
          onChange={(tags) => draft.edit({ tags: splitTags(tags, fields.tags) })}
          error={faultUnder(save.error, '/items')}
          maxTags={250}
          acceptValueOnBlur
        />
      )}
      {further ? (
        <Text size="xs" c="dimmed">{`It also names ${further}, set through the API. They stay as they are.`}</Text>
      ) : null}
    </DraftDialog>
  )
}

function withTags({ tags: _, ...items }: Items, tags: string[]): Items {
  return tags.length > 0 ? { ...items, tags } : items
}
