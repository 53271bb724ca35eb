import { Button, Grid, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { isOvertaken } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { type MailTemplate, type TemplateText, useSaveTemplate } from './mails.ts'
import { ResetTemplateDialog } from './reset-template-dialog.tsx'
import { TemplateInputs } from './template-inputs.tsx'
import { TemplatePreview } from './template-preview.tsx'

export function TemplateEditor({ template, mayChange }: { template: MailTemplate; mayChange: boolean }) {
  const draft = useDraft<TemplateText>(textOf(template))
  const save = useSaveTemplate(template)
  const [isResetting, setIsResetting] = useState(false)
  const [news, setNews] = useState('')
  const { fields } = draft
  const edit = (changes: Partial<TemplateText>) => {
    setNews('')
    if (!isOvertaken(save.error)) save.reset()
    draft.edit(changes)
  }
  const decided = (deed: () => void) => () => {
    save.reset()
    deed()
  }
  return (
    <Stack gap="lg">
      <UnsavedGuard isEdited={draft.isEdited} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (save.isPending || !draft.isEdited || draft.isOvertaken) return
          save.mutate(fields, {
            onSuccess: (saved) => {
              draft.settle(fields, textOf(saved))
              setNews('Saved. The next mail is written in these words.')
            },
          })
        }}
      >
        <Stack gap="lg">
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 6 }}>
              <TemplateInputs
                fields={fields}
                placeholders={template.placeholders}
                onEdit={edit}
                readOnly={!mayChange}
                error={save.error}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <TemplatePreview kind={template.kind} fields={fields} />
            </Grid.Col>
          </Grid>
          {mayChange ? (
            <SaveBar
              isEdited={draft.isEdited}
              isSaving={save.isPending}
              obstacle={draft.isOvertaken ? 'Decide first.' : undefined}
              news={news}
              onDiscard={decided(draft.discard)}
            >
              {draft.isOvertaken ? (
                <Overtaken
                  what="this e-mail"
                  onKeepMine={decided(draft.keepMine)}
                  onTakeTheirs={decided(draft.discard)}
                />
              ) : (
                <Failure error={save.error} title="The e-mail was not saved" />
              )}
            </SaveBar>
          ) : null}
        </Stack>
      </form>
      {mayChange && !template.isDefault ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsResetting(true)}>
            Back to the built-in words
          </Button>
        </Group>
      ) : null}
      {isResetting ? (
        <ResetTemplateDialog
          template={template}
          onClose={() => setIsResetting(false)}
          onReset={() => {
            setIsResetting(false)
            draft.discard()
            setNews('These are the built-in words again.')
          }}
        />
      ) : null}
    </Stack>
  )
}

const textOf = ({ subject, body, enabled }: MailTemplate): TemplateText => ({ subject, body, enabled })
