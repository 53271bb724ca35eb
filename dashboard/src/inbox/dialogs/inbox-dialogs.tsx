import { ActionsDialog } from '../customer-panel/actions-dialog.tsx'
import type { InboxDialog } from '../inbox-context.ts'
import { AssignDialog, PriorityDialog, SnoozeDialog, StatusDialog, TagsDialog } from './change-dialogs.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { NewTicketDialog } from './new-ticket-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'

const DIALOGS: Record<InboxDialog, () => React.ReactNode> = {
  assign: AssignDialog,
  tags: TagsDialog,
  snooze: SnoozeDialog,
  priority: PriorityDialog,
  status: StatusDialog,
  merge: MergeDialog,
  actions: ActionsDialog,
  details: DetailsDialog,
  help: HelpDialog,
  'save-view': SaveViewDialog,
  'new-ticket': NewTicketDialog,
}

export function InboxDialogs({ name }: { name: InboxDialog }) {
  const Current = DIALOGS[name]
  return <Current />
}
