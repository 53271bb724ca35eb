import { Button, CloseButton, FileButton, Group, Pill, SegmentedControl, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { onComposerText } from '../composer-text.ts'
import type { DraftMode, Ticket, TicketMessage } from '../inbox.ts'
import { formatSize, requesterName } from '../inbox-labels.ts'
import { useReportPresence } from '../presence.ts'
import { useShortcuts } from '../shortcuts.ts'
import { MAX_ATTACHMENTS, useAttachmentUploads } from './attachments.ts'
import classes from './composer.module.css'
import { type Draft, EMPTY_DRAFT, useDrafts, useSaveDraft } from './drafts.ts'
import { InsertDialog, type InsertKind } from './insert-dialog.tsx'
import { NewMessageAlert } from './new-message-alert.tsx'
import { isMac } from './platform.ts'
import { SendButtons } from './send-buttons.tsx'
import { type SendOptions, useSendMessage } from './send-message.ts'

interface Props {
  ticket: Ticket
  /** Newest first. */
  messages: TicketMessage[]
}

const TYPING_MS = 8_000
const MODES = [
  { value: 'reply', label: 'Reply' },
  { value: 'note', label: 'Note' },
]

export function Composer({ ticket, messages }: Props) {
  const [mode, setMode] = useState<DraftMode>('reply')
  const [drafts, setDrafts] = useState<Record<DraftMode, Draft>>({ reply: EMPTY_DRAFT, note: EMPTY_DRAFT })
  const [inserting, setInserting] = useState<InsertKind>()
  const [isDropping, setIsDropping] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const storage = useSaveDraft(ticket.id)
  const { isTyping, markTyping, stopTyping } = useTyping()
  useReportPresence(ticket.id, isTyping)
  useStoredDrafts(ticket.id, setDrafts)

  const draft = drafts[mode]
  const edit = (next: Draft, of: DraftMode = mode) => {
    setDrafts((current) => ({ ...current, [of]: next }))
    storage.save(of, next)
  }
  const uploads = useAttachmentUploads((attachment) =>
    setDrafts((current) => {
      const next = {
        ...current[mode],
        attachments: [...current[mode].attachments, attachment].slice(0, MAX_ATTACHMENTS),
      }
      storage.save(mode, next)
      return { ...current, [mode]: next }
    }),
  )
  const sending = useSendMessage(ticket, messages, drafts.reply.text === '')
  const isReady = draft.text.trim() !== '' && uploads.uploading.length === 0 && !sending.isPending
  const send = (options: SendOptions = {}) => {
    if (!isReady) return
    storage.hold()
    stopTyping()
    sending.send(mode, draft, options, () => {
      setDrafts((current) => ({ ...current, [mode]: EMPTY_DRAFT }))
      void storage.discard(mode)
    })
  }
  const focus = (next: DraftMode) => {
    setMode(next)
    textarea.current?.focus()
  }
  useShortcuts({ r: () => focus('reply'), n: () => focus('note') })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `edit` is the same for the same ticket
  useEffect(
    () =>
      onComposerText((request) => {
        if (request.ticketId !== ticket.id) return
        edit({ ...EMPTY_DRAFT, text: request.text }, request.mode)
        focus(request.mode)
      }),
    [ticket.id],
  )

  const type = (text: string, at: number) => {
    markTyping()
    if (!sending.newMessage) sending.reset()
    edit({ ...draft, text })
    const kind = insertKindAt(text, at, draft.text, mode)
    if (kind) setInserting(kind)
  }
  const insert = (inserted: string) => {
    const input = textarea.current
    const at = input?.selectionStart ?? draft.text.length
    // Replaces the character that opened the choice.
    const text = draft.text.slice(0, Math.max(at - 1, 0)) + inserted + draft.text.slice(at)
    edit({ ...draft, text })
    setInserting(undefined)
    const position = Math.max(at - 1, 0) + inserted.length
    setTimeout(() => {
      input?.focus()
      input?.setSelectionRange(position, position)
    })
  }
  const takeFiles = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (!files?.length) return
    event.preventDefault()
    uploads.upload(files)
  }

  return (
    <section
      className={classes.composer}
      data-mode={mode}
      data-dropping={isDropping || undefined}
      aria-label="Composer"
      onDragOver={(event) => {
        event.preventDefault()
        setIsDropping(true)
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={(event) => {
        setIsDropping(false)
        takeFiles(event, event.dataTransfer.files)
      }}
    >
      <NewMessageAlert
        message={sending.newMessage}
        onSend={() => sending.sendAnyway()}
        onDismiss={() => {
          sending.acknowledge()
          textarea.current?.focus()
        }}
      />
      {sending.newMessage ? null : <ErrorAlert error={sending.error} title="Couldn't send the message" />}
      <Group gap="xs" mb={6}>
        <SegmentedControl
          size="xs"
          aria-label="Kind of message"
          data={MODES}
          value={mode}
          onChange={(value) => focus(value as DraftMode)}
        />
        <Text size="xs" c="dimmed" truncate flex={1}>
          {mode === 'note' ? 'Only your team sees notes.' : `To ${ticket.requester.email ?? requesterName(ticket)}`}
        </Text>
      </Group>
      <Textarea
        ref={textarea}
        aria-label={mode === 'note' ? 'Note' : 'Reply'}
        placeholder={mode === 'note' ? 'Write a note. @ mentions a colleague.' : 'Write a reply. / inserts a macro.'}
        value={draft.text}
        onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.currentTarget.blur()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            send(event.shiftKey && mode === 'reply' ? { resolves: true } : {})
          }
        }}
        onPaste={(event) => takeFiles(event, event.clipboardData.files)}
        onBlur={stopTyping}
        maxLength={100_000}
        autosize
        minRows={3}
        maxRows={10}
      />
      {draft.attachments.length > 0 || uploads.uploading.length > 0 || uploads.error ? (
        <Group gap={6} mt={6}>
          {draft.attachments.map(({ id, name, sizeBytes }) => (
            <Pill
              key={id}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${name}`, tabIndex: 0 }}
              onRemove={() => edit({ ...draft, attachments: draft.attachments.filter((one) => one.id !== id) })}
            >
              {`${name} · ${formatSize(sizeBytes)}`}
            </Pill>
          ))}
          {uploads.uploading.map((name) => (
            <Pill key={name}>{`Uploading ${name}…`}</Pill>
          ))}
          {uploads.error ? (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {uploads.error}
              <CloseButton size="xs" display="inline-block" aria-label="Dismiss" onClick={uploads.clearError} />
            </Text>
          ) : null}
        </Group>
      ) : null}
      <div className={classes.bar} style={{ marginTop: 8 }}>
        <Group gap={4}>
          <FileButton
            multiple
            onChange={(files) => uploads.upload(files)}
            inputProps={{ 'aria-label': 'Files to attach' }}
          >
            {(props) => (
              <Button size="compact-sm" variant="subtle" color="gray" {...props}>
                Attach
              </Button>
            )}
          </FileButton>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setInserting('macro-button')}>
            Macros
          </Button>
        </Group>
        <SendButtons
          mode={mode}
          isReady={isReady}
          isPending={sending.isPending}
          hint={isMac() ? '⌘⏎' : 'Ctrl+Enter'}
          isResolved={ticket.status.category === 'resolved'}
          onSend={send}
        />
      </div>
      {inserting ? (
        <InsertDialog
          kind={inserting}
          ticketId={ticket.id}
          onInsert={(text) =>
            inserting === 'macro-button' ? edit({ ...draft, text: draft.text + text }) : insert(text)
          }
          onClose={() => {
            setInserting(undefined)
            setTimeout(() => textarea.current?.focus())
          }}
        />
      ) : null}
    </section>
  )
}

/** `/` begins a macro at the start of a line; `@` a mention after a space, in notes only. */
export function insertKindAt(text: string, at: number, before: string, mode: DraftMode): InsertKind | undefined {
  if (text.length !== before.length + 1) return undefined
  const [typed, previous] = [text[at - 1], text[at - 2]]
  if (typed === '/' && (previous === undefined || previous === '\n')) return 'macro'
  if (typed === '@' && mode === 'note' && (previous === undefined || /\s/.test(previous))) return 'mention'
  return undefined
}

/** True for some seconds after each keystroke. */
function useTyping() {
  const [isTyping, setIsTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stopTyping = () => {
    clearTimeout(timer.current)
    setIsTyping(false)
  }
  const markTyping = () => {
    clearTimeout(timer.current)
    setIsTyping(true)
    timer.current = setTimeout(() => setIsTyping(false), TYPING_MS)
  }
  return { isTyping, markTyping, stopTyping }
}

/** Fills in what was drafted before, unless something has been typed already. */
function useStoredDrafts(
  ticketId: string,
  setDrafts: (update: (current: Record<DraftMode, Draft>) => Record<DraftMode, Draft>) => void,
) {
  const stored = useDrafts(ticketId).data?.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they arrive
  useEffect(() => {
    if (!stored) return
    setDrafts((current) => {
      const next = { ...current }
      for (const { mode, text, attachments } of stored) if (next[mode].text === '') next[mode] = { text, attachments }
      return next
    })
  }, [stored])
}
