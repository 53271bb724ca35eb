import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseDateTimeInput, toDateTimeInput } from '../ui/date-time-input.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { SectionCard } from '../ui/section.tsx'
import type { Announcement } from './theme.ts'
import type { SectionProps } from './theme-fields.ts'
import { TONE_LABELS } from './theme-labels.ts'

const EMPTY_ANNOUNCEMENT: Announcement = { text: '', url: null, startsAt: null, endsAt: null, tone: 'info' }

export function AnnouncementSection({ fields: { announcement }, edit, readOnly, errorAt }: SectionProps) {
  const [lastAnnouncement, setLastAnnouncement] = useState(announcement ?? EMPTY_ANNOUNCEMENT)
  const change = (changes: Partial<Announcement>) => {
    const next = { ...(announcement ?? lastAnnouncement), ...changes }
    setLastAnnouncement(next)
    edit({ announcement: next })
  }
  return (
    <SectionCard title="Announcement" about="A message above every page, for a limited time or until you turn it off.">
      <Stack gap="md">
        <Switch
          label="Show announcement"
          checked={announcement !== null}
          onChange={(event) => edit({ announcement: event.currentTarget.checked ? lastAnnouncement : null })}
          disabled={readOnly}
        />
        {announcement ? (
          <>
            <TextInput
              label="Message"
              placeholder="Free delivery until Sunday"
              value={announcement.text}
              onChange={(event) => change({ text: event.currentTarget.value })}
              maxLength={300}
              readOnly={readOnly}
              error={errorAt('/announcement/text')}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="Link"
                placeholder="/sale"
                value={announcement.url ?? ''}
                onChange={(event) => change({ url: event.currentTarget.value })}
                readOnly={readOnly}
                error={errorAt('/announcement/url')}
              />
              <LabelSelect
                label="Tone"
                labels={TONE_LABELS}
                value={announcement.tone}
                onChange={(tone) => change({ tone })}
                disabled={readOnly}
              />
              <TextInput
                type="datetime-local"
                label="Start date"
                description="In your time zone. Leave empty to start immediately."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={toDateTimeInput(announcement.startsAt ?? null)}
                onChange={(event) => change({ startsAt: parseDateTimeInput(event.currentTarget.value) ?? null })}
                readOnly={readOnly}
                error={errorAt('/announcement/startsAt')}
              />
              <TextInput
                type="datetime-local"
                label="End date"
                description="Leave empty to show it until you turn it off."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={toDateTimeInput(announcement.endsAt ?? null)}
                onChange={(event) => change({ endsAt: parseDateTimeInput(event.currentTarget.value) ?? null })}
                readOnly={readOnly}
                error={errorAt('/announcement/endsAt')}
              />
            </SimpleGrid>
          </>
        ) : null}
      </Stack>
    </SectionCard>
  )
}
