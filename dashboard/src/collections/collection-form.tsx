import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { faultAt, isOvertaken } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { AboutPart } from './about-part.tsx'
import { type CollectionFields, obstacleIn, type PartProps, toChanges, toFields } from './collection-fields.ts'
import { type Collection, useSaveCollection } from './collections.ts'
import { RulesPart } from './rules-part.tsx'
import { SeoPart } from './seo-part.tsx'

interface Props {
  collection: Collection
  currency: string
  mayChange: boolean
}

export function CollectionForm({ collection, currency, mayChange }: Props) {
  const { id, kind, version } = collection
  const saved = toFields(collection, currency)
  const draft = useDraft(saved)
  const save = useSaveCollection(id)
  const [isSaved, setIsSaved] = useState(false)
  const { fields } = draft
  const part: PartProps = {
    fields,
    edit: (changes: Partial<CollectionFields>) => {
      setIsSaved(false)
      if (!isOvertaken(save.error)) save.reset()
      draft.edit(changes)
    },
    readOnly: !mayChange,
    faultOf: (path) => faultAt(save.error, path),
  }
  const send = () => {
    const known = JSON.stringify(saved)
    save.mutate(
      {
        changes: toChanges(fields, kind),
        version,
        isUnchanged: (now) => JSON.stringify(toFields(now, currency)) === known,
      },
      {
        onSuccess: (now) => {
          draft.settle(fields, toFields(now, currency))
          setIsSaved(true)
        },
      },
    )
  }
  const decided = (deed: () => void) => () => {
    save.reset()
    deed()
  }
  const obstacle = draft.isEdited ? obstacleIn(fields, kind) : undefined

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending && draft.isEdited && !draft.isOvertaken && !obstacle) send()
      }}
    >
      <UnsavedGuard isEdited={draft.isEdited} />
      <Stack gap="lg">
        <AboutPart {...part} kind={kind} />
        {kind === 'rules' ? <RulesPart {...part} currency={currency} /> : null}
        <SeoPart {...part} />
        {mayChange ? (
          <SaveBar
            isEdited={draft.isEdited}
            isSaving={save.isPending}
            obstacle={draft.isOvertaken ? 'Decide first.' : obstacle}
            news={isSaved ? 'Saved.' : undefined}
            onDiscard={decided(draft.discard)}
          >
            {draft.isOvertaken ? (
              <Overtaken
                what="this collection"
                onKeepMine={decided(draft.keepMine)}
                onTakeTheirs={decided(draft.discard)}
              />
            ) : (
              <Failure error={save.error} title="The collection was not saved" />
            )}
          </SaveBar>
        ) : null}
      </Stack>
    </form>
  )
}
