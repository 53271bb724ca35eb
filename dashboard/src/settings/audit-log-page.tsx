import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import type { ListItem } from '../api.ts'
import { resource } from '../resource.ts'
import { canManage, useWorkspace } from '../session.ts'
import { ListPage } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { capitalize, fieldWords } from '../ui/text.ts'
import { formatDateTime } from '../ui/time.tsx'

type AuditEntry = ListItem<'/workspaces/{workspaceId}/audit-log'>

const TEXTS = { title: 'Audit log', about: 'Changes to keys, members and sign-in, newest first. Nobody can edit it.' }

const auditLog = resource('/workspaces/{workspaceId}/audit-log')

export function AuditLogPage() {
  const { role } = useWorkspace().workspace
  if (canManage(role)) return <AuditLog />
  return (
    <Page {...TEXTS}>
      <Alert color="blue">{`Only owners and admins can view the audit log. Your role is ${role}.`}</Alert>
    </Page>
  )
}

function AuditLog() {
  const list = auditLog.useList({ limit: 50 })
  return (
    <ListPage
      {...TEXTS}
      what="the audit log"
      list={list}
      empty={{ title: 'No entries yet', text: 'Changes appear here as soon as they are made.' }}
    >
      {(entries) => <AuditEntryList entries={entries} />}
    </ListPage>
  )
}

function AuditEntryList({ entries }: { entries: AuditEntry[] }) {
  return (
    <Paper withBorder>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Entries, newest first">
        {entries.map((entry, index) => (
          <Group
            key={entry.id}
            component="li"
            justify="space-between"
            gap={4}
            px="md"
            py="sm"
            style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
          >
            <Stack gap={0} miw={0}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <b>{entry.actorName}</b> {ACTION_LABELS[entry.action]} <b>{entry.subject}</b>
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {formatAuditDetails(entry.details)}
              </Text>
            </Stack>
            <Text size="xs" c="dimmed">
              <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>
              {entry.ip ? ` from ${entry.ip}` : null}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

const ACTION_LABELS: Record<AuditEntry['action'], string> = {
  'workspace.created': 'created the workspace',
  'key.created': 'created the key',
  'key.revoked': 'revoked the key',
  'customer_signing_key.created': 'created the signing key',
  'customer_signing_key.revoked': 'revoked the signing key',
  'user.signed_in': 'signed in as',
  'user.locked_out': 'locked out after too many wrong passwords:',
  'user.signed_out_everywhere': 'signed out everywhere as',
  'password.reset': 'reset the password by email for',
  'password.changed': 'changed the password of',
  'email.verified': 'verified the email address',
  'two_factor.enabled': 'turned on two-factor authentication for',
  'two_factor.disabled': 'turned off two-factor authentication for',
  'member.added': 'added the member',
  'member.removed': 'removed the member',
  'member.role_changed': 'changed the role of',
  'sandbox.reset': 'reset the',
  'invitation.created': 'invited',
  'invitation.revoked': 'revoked the invitation for',
  'invitation.accepted': 'accepted the invitation for',
  'customer.exported': 'exported the customer',
  'customer.erased': 'erased the customer',
  'customer.merged': 'merged another customer into',
  'customer.merge_reversed': 'reversed a merge into',
  'ledger.closed': 'closed the ledger through',
  'gift_card.issued': 'issued the gift card',
  'gift_card.credited': 'added money to the gift card',
  'gift_card.expiry_changed': 'changed the expiry of the gift card',
  'gift_card_product.saved': 'saved the gift card product',
  'gift_card_order.drafted': 'put gift cards into the draft order',
  'gift_card_order.exchanged': 'exchanged items for gift cards in order',
  'gift_card_order.payment_recorded': 'recorded an external payment for gift cards in order',
  'gift_card_order.email_changed': 'changed the email address for gift cards of order',
  'loyalty_points.adjusted': 'adjusted the loyalty points of',
  'loyalty_points.earned': 'gave loyalty points for an action to',
  'loyalty_points.redeemed': 'redeemed loyalty points of',
  'loyalty_redemption.reversed': 'reversed a redemption of loyalty points of',
  'store_credit.adjusted': 'adjusted the store credit of',
  'store_credit.refunded': 'refunded to store credit for order',
  'loyalty_program.changed': 'changed the loyalty program',
  'referral.attributed': 'attributed the referral',
}

const DETAIL_LABELS: Record<string, string> = { mode: 'environment', hint: 'key', lastUsedAt: 'last used' }
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Without IDs, which are for programs: the subject names the same thing. */
function formatAuditDetails(details: Record<string, unknown>): string {
  const present = Object.entries(details).filter(
    ([name, value]) => value !== null && value !== undefined && !name.endsWith('Id'),
  )
  return capitalize(
    present.map(([name, value]) => `${DETAIL_LABELS[name] ?? fieldWords(name)}: ${formatValue(value)}`).join(', '),
  )
}

function formatValue(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return TIMESTAMP.test(text) ? formatDateTime(text) : text
}
