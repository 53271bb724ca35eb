import { eventSchemas } from '../events/event-schemas.ts'
import * as inboundEmail from '../modules/inbound-email/schemas.ts'
import * as mailboxes from '../modules/mailboxes/schemas.ts'
import * as ticketEmails from '../modules/ticket-emails/schemas.ts'
import * as views from '../modules/ticket-views/schemas.ts'
import * as contact from '../modules/tickets/contact/schemas.ts'
import * as fields from '../modules/tickets/fields/schemas.ts'
import * as merges from '../modules/tickets/merges/schemas.ts'
import * as tickets from '../modules/tickets/schemas.ts'
import * as statuses from '../modules/tickets/statuses/schemas.ts'
import * as teams from '../modules/tickets/teams/schemas.ts'

/** Mailboxes and tickets with their messages, history and settings. */
export const ticketSchemas = {
  Mailbox: mailboxes.Mailbox,
  NewMailbox: mailboxes.NewMailbox,
  MailboxChanges: mailboxes.MailboxChanges,
  MailboxAcknowledgment: mailboxes.NewMailbox.properties.acknowledgment,
  MailboxAddress: mailboxes.NewMailbox.properties.address,
  MailboxHosts: mailboxes.NewMailbox.properties.trustedAuthenticationHosts,
  MailboxSigningKey: mailboxes.NewMailbox.properties.signingKey,
  MailProvider: mailboxes.Mailbox.properties.provider,
  MailboxEventData: eventSchemas['mailbox.created'],
  InboundEmail: inboundEmail.InboundEmail,
  InboundStatus: inboundEmail.InboundEmail.properties.status,
  InboundEmailTrace: inboundEmail.EmailTrace,
  Ticket: tickets.Ticket,
  NewTicket: tickets.NewTicket,
  TicketChanges: tickets.TicketChanges,
  TicketChannel: tickets.TicketChannel,
  TicketPriority: tickets.TicketPriority,
  TicketStatusCategory: tickets.StatusCategory,
  TicketCustomFields: tickets.TicketCustomFields,
  TicketTags: tickets.TicketTags,
  TicketFollowerIds: tickets.TicketChanges.properties.followerIds,
  TicketOrderIds: tickets.TicketChanges.properties.orderIds,
  TicketSubject: tickets.NewTicket.properties.subject,
  TicketMessage: tickets.TicketMessage,
  SenderAuthentication: tickets.SenderAuthentication,
  TicketMessageKind: tickets.TicketMessage.properties.kind,
  TicketMessageText: tickets.NewReply.properties.text,
  TicketMessageHtml: tickets.NewReply.properties.html,
  TicketMessageAttachmentIds: tickets.NewReply.properties.attachmentIds,
  TicketEmail: ticketEmails.TicketEmail,
  TicketEmailKind: ticketEmails.TicketEmail.properties.kind,
  TicketAttachment: tickets.TicketAttachment,
  NewReply: tickets.NewReply,
  NewTicketNote: tickets.NewTicketNote,
  TicketChange: tickets.TicketChange,
  TicketEvent: tickets.TicketEvent,
  TicketSource: tickets.TicketEvent.properties.source,
  TicketBulkUpdate: tickets.BulkUpdate,
  TicketBulkResult: tickets.BulkResult,
  NewTicketMerge: merges.NewTicketMerge,
  NewTicketSplit: merges.NewTicketSplit,
  ContactMessage: contact.ContactMessage,
  TicketView: views.TicketView,
  NewTicketView: views.NewTicketView,
  TicketViewChanges: views.TicketViewChanges,
  TicketViewCounts: views.TicketViewCounts,
  TicketFilter: tickets.TicketFilter,
  TicketSort: tickets.TicketsQuery.properties.sort,
  TicketStatus: statuses.TicketStatus,
  NewTicketStatus: statuses.NewTicketStatus,
  TicketStatusChanges: statuses.TicketStatusChanges,
  TicketField: fields.TicketField,
  NewTicketField: fields.NewTicketField,
  TicketFieldChanges: fields.TicketFieldChanges,
  TicketFieldKey: fields.TicketField.properties.key,
  TicketFieldType: fields.TicketField.properties.type,
  Team: teams.Team,
  NewTeam: teams.NewTeam,
  TeamChanges: teams.TeamChanges,
  TicketMergeEventData: eventSchemas['ticket.merged'],
  TicketSplitEventData: eventSchemas['ticket.split'],
}
