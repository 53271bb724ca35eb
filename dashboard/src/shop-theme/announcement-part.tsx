import { NativeSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { choicesOf } from '../parts/choices.ts'
import type { Announcement, Tone } from './theme.ts'
import type { PartProps } from './theme-fields.ts'
import { ThemePart } from './theme-part.tsx'
import { fromLocalField, TONE_WORDS, toLocalField } from './theme-words.ts'

const NONE: Announcement = { text: '', url: null, startsAt: null, endsAt: null, tone: 'info' }
const TONES = choicesOf(TONE_WORDS)

export function AnnouncementPart({ fields: { announcement }, edit, readOnly, faultOf }: PartProps) {
  const [last, setLast] = useState(announcement ?? NONE)
  const change = (changes: Partial<Announcement>) => {
    const next = { ...(announcement ?? last), ...changes }
    setLast(next)
    edit({ announcement: next })
  }
  return (
    <ThemePart title="Announcement" about="A line above every page, for a time or until you turn it off.">
      <Stack gap="md">
        <Switch
          label="Show an announcement"
          checked={announcement !== null}
          onChange={(event) => edit({ announcement: event.currentTarget.checked ? last : null })}
          disabled={readOnly}
        />
        {announcement ? (
          <>
            <TextInput
              label="Words"
              placeholder="Free delivery until Sunday"
              value={announcement.text}
              onChange={(event) => change({ text: event.currentTarget.value })}
              maxLength={300}
              readOnly={readOnly}
              error={faultOf('/announcement/text')}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="Leads to"
                placeholder="/sale"
                value={announcement.url ?? ''}
                onChange={(event) => change({ url: event.currentTarget.value })}
                readOnly={readOnly}
                error={faultOf('/announcement/url')}
              />
              <NativeSelect
                label="Tone"
                data={TONES}
                value={announcement.tone ?? 'info'}
                onChange={(event) => change({ tone: event.currentTarget.value as Tone })}
                disabled={readOnly}
              />
              <TextInput
                type="datetime-local"
                label="From"
                description="In your own time zone; empty: at once"
                value={toLocalField(announcement.startsAt)}
                onChange={(event) => change({ startsAt: fromLocalField(event.currentTarget.value) })}
                readOnly={readOnly}
                error={faultOf('/announcement/startsAt')}
              />
              <TextInput
                type="datetime-local"
                label="Until"
                description="Empty: until you turn it off"
                value={toLocalField(announcement.endsAt)}
                onChange={(event) => change({ endsAt: fromLocalField(event.currentTarget.value) })}
                readOnly={readOnly}
                error={faultOf('/announcement/endsAt')}
              />
            </SimpleGrid>
          </>
        ) : null}
      </Stack>
    </ThemePart>
  )
}
