import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LabelSelect } from '../ui/label-select.tsx'
import { useReviewSettings, useSaveReviewSettings } from './reviews.ts'

/** By the number of stars at most. */
const THRESHOLDS = ['never', 'one', 'two', 'three', 'four', 'any'] as const
type Threshold = (typeof THRESHOLDS)[number]

const THRESHOLD_LABELS: Record<Threshold, string> = {
  never: 'Never',
  one: '1 star',
  two: '1 or 2 stars',
  three: '1 to 3 stars',
  four: '1 to 4 stars',
  any: 'Any rating',
}

export function SettingsDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const settings = useReviewSettings()
  const save = useSaveReviewSettings()
  const [chosen, setChosen] = useState<Threshold>()
  const current = THRESHOLDS[settings.data?.ticketMaxRating ?? 0] ?? 'never'
  const value = chosen ?? current
  return (
    <FormDialog
      title="Review settings"
      mutation={save}
      isReady={settings.data !== undefined}
      saveLabel="Save"
      onSave={() => save.mutate({ ticketMaxRating: THRESHOLDS.indexOf(value) }, { onSuccess: () => onSaved() })}
      onClose={onClose}
    >
      <ErrorAlert error={settings.error ?? save.error} title="Couldn't save the review settings" />
      {settings.data ? (
        <LabelSelect
          label="Open a ticket for reviews with"
          description="Once per review, so that an agent can follow up."
          labels={THRESHOLD_LABELS}
          values={THRESHOLDS}
          value={value}
          onChange={setChosen}
        />
      ) : (
        <Loading what="the settings" rows={1} />
      )}
    </FormDialog>
  )
}
