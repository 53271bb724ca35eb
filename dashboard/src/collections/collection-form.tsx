import { faultAt } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { AboutPart } from './about-part.tsx'
import { obstacleIn, type PartProps, toChanges, toFields } from './collection-fields.ts'
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
  const save = useSaveCollection(id)
  const draft = useSavedDraft(saved, save)
  const { fields } = draft
  const part: PartProps = {
    fields,
    edit: draft.edit,
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
      { onSuccess: (now) => draft.settle(fields, toFields(now, currency)) },
    )
  }
  return (
    <SaveForm
      what="this collection"
      refused="The collection was not saved"
      draft={draft}
      saving={save}
      mayChange={mayChange}
      obstacle={obstacleIn(fields, kind)}
      onSave={send}
    >
      <AboutPart {...part} kind={kind} />
      {kind === 'rules' ? <RulesPart {...part} currency={currency} /> : null}
      <SeoPart {...part} />
    </SaveForm>
  )
}
