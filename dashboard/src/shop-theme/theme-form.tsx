import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { manages } from '../access/me.ts'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { faultAt, isOvertaken, toldPlainly } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { fullTime } from '../parts/when.tsx'
import { useDesk } from '../shell/desk.ts'
import { AnnouncementPart } from './announcement-part.tsx'
import { BrandPart } from './brand-part.tsx'
import { ColoursPart } from './colours-part.tsx'
import { NavigationPart } from './navigation-part.tsx'
import { Preview } from './preview.tsx'
import { type Theme, useSaveTheme } from './theme.ts'
import { type PartProps, type ThemeFields, toFields, toSettings } from './theme-fields.ts'
import classes from './theme-form.module.css'
import { placeInWords } from './theme-words.ts'
import { TypePart } from './type-part.tsx'
import { WorldPart } from './world-part.tsx'

export function ThemeForm({ theme }: { theme: Theme }) {
  const { workspace } = useDesk()
  const mayChange = manages(workspace.role)
  const draft = useDraft(toFields(theme))
  const save = useSaveTheme()
  const [isSaved, setIsSaved] = useState(false)
  const { fields } = draft
  const part: PartProps = {
    fields,
    edit: (changes: Partial<ThemeFields>) => {
      setIsSaved(false)
      if (!isOvertaken(save.error)) save.reset()
      draft.edit(changes)
    },
    readOnly: !mayChange,
    faultOf: (path) => faultAt(save.error, path),
  }
  const send = () =>
    save.mutate(
      { settings: toSettings(fields), version: theme.version },
      {
        onSuccess: (saved) => {
          draft.settle(fields, toFields(saved))
          setIsSaved(true)
        },
      },
    )
  const decided = (deed: () => void) => () => {
    save.reset()
    deed()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending && draft.isEdited && !draft.isOvertaken) send()
      }}
    >
      <UnsavedGuard isEdited={draft.isEdited} />
      <Stack gap="lg">
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
        {mayChange ? (
          <SaveBar
            isEdited={draft.isEdited}
            isSaving={save.isPending}
            obstacle={draft.isOvertaken ? 'Decide first.' : undefined}
            news={isSaved ? 'Saved. Storefronts show it from now on.' : undefined}
            onDiscard={decided(draft.discard)}
          >
            {draft.isOvertaken ? (
              <Overtaken what="the theme" onKeepMine={decided(draft.keepMine)} onTakeTheirs={decided(draft.discard)}>
                {theme.updatedAt ? (
                  <Text size="sm">{`Theirs is version ${theme.version}, of ${fullTime(theme.updatedAt)}.`}</Text>
                ) : null}
              </Overtaken>
            ) : (
              <Failure error={toldPlainly(save.error, placeInWords)} title="The theme was not saved" />
            )}
          </SaveBar>
        ) : null}
      </Stack>
    </form>
  )
}
