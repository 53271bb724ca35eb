import { Stack, Text } from '@mantine/core'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { faultAt, toldPlainly } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { fullTime } from '../parts/when.tsx'
import { AnnouncementPart } from './announcement-part.tsx'
import { BrandPart } from './brand-part.tsx'
import { ColoursPart } from './colours-part.tsx'
import { NavigationPart } from './navigation-part.tsx'
import { Preview } from './preview.tsx'
import { type Theme, useSaveTheme } from './theme.ts'
import { type PartProps, toFields, toSettings } from './theme-fields.ts'
import classes from './theme-form.module.css'
import { placeInWords } from './theme-words.ts'
import { TypePart } from './type-part.tsx'
import { WorldPart } from './world-part.tsx'

export function ThemeForm({ theme }: { theme: Theme }) {
  const { workspace } = useDesk()
  const mayChange = manages(workspace.role)
  const save = useSaveTheme()
  const draft = useSavedDraft(toFields(theme), save)
  const { fields } = draft
  const part: PartProps = {
    fields,
    edit: draft.edit,
    readOnly: !mayChange,
    faultOf: (path) => faultAt(save.error, path),
  }
  const send = () =>
    save.mutate(
      { settings: toSettings(fields), version: theme.version },
      { onSuccess: (saved) => draft.settle(fields, toFields(saved), 'Saved. Storefronts show it from now on.') },
    )
  const theirs = theme.updatedAt ? (
    <Text size="sm">{`Theirs is version ${theme.version}, of ${fullTime(theme.updatedAt)}.`}</Text>
  ) : null

  return (
    <SaveForm
      what="the theme"
      refused="The theme was not saved"
      draft={draft}
      saving={save}
      error={toldPlainly(save.error, placeInWords)}
      theirs={theirs}
      mayChange={mayChange}
      onSave={send}
    >
      <div className={classes.columns}>
        <div className={classes.preview}>
          <Preview fields={fields} />
        </div>
        <Stack gap="lg" className={classes.parts ?? ''}>
          <BrandPart {...part} />
          <ColoursPart {...part} />
          <TypePart {...part} />
          <NavigationPart {...part} />
          <AnnouncementPart {...part} />
          <WorldPart {...part} />
        </Stack>
      </div>
    </SaveForm>
  )
}
