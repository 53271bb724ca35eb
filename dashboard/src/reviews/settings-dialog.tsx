import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LabelSelect } from '../ui/label-select.tsx'
import { useReviewSettings, useSaveReviewSettings } from './reviews.ts'

const THRESHOLD_LABELS = {
  '0': 'Never',
  '1': '1 star',
  '2': '1 or 2 stars',
  '3': '1 to 3 stars',
  '4': '1 to 4 stars',
  '5': 'Any rating',
}
type Threshold = keyof typeof THRESHOLD_LABELS

const THRESHOLDS: Threshold[] = ['0', '1', '2', '3', '4', '5']

export function SettingsDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const settings = useReviewSettings()
  const save = useSaveReviewSettings()
  const [chosen, setChosen] = useState<Threshold>()
  const current = THRESHOLDS[settings.data?.ticketMaxRating ?? 0] ?? '0'
  const value = chosen ?? current
  return (
    <FormDialog
      title="Review settings"
      mutation={save}
      isReady={settings.data !== undefined}
      saveLabel="Save"
      onSave={() => save.mutate({ ticketMaxRating: Number(value) }, { onSuccess: () => onSaved() })}
      onClose={onClose}
    >
      <ErrorAlert error={settings.error ?? save.error} title="Couldn't save the review settings" />
      {settings.data ? (
        <LabelSelect
          label="Open a ticket for a review with"
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
