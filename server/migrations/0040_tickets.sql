-- The help desk. A ticket is a conversation with one requester; its messages are rows of their own.

create table ticket_counters (
  environment_id uuid primary key references environments,
  last bigint not null
);

create table ticket_statuses (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  category text not null check (category in ('open', 'pending', 'resolved')),
  position integer not null,
  -- The status that a ticket gets when it enters the category. Each category has exactly one.
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index ticket_statuses_default_idx on ticket_statuses (environment_id, category) where is_default;

-- Every environment starts with these, under the same ids. New ones get them when their workspace is created.
insert into ticket_statuses (environment_id, id, name, category, position, is_default, created_at)
select environments.id, status.id, status.name, status.category, status.position, status.is_default, now()
from environments, (values
  ('tst_00000000000000000000000001', 'Open', 'open', 1, true),
  ('tst_00000000000000000000000002', 'Waiting for customer', 'pending', 2, true),
  ('tst_00000000000000000000000003', 'On hold', 'pending', 3, false),
  ('tst_00000000000000000000000004', 'Resolved', 'resolved', 4, true)
) as status (id, name, category, position, is_default);

create table teams (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);

create table team_members (
  environment_id uuid not null references environments,
  team_id text collate "C" not null,
  -- A user. Whoever leaves the workspace is no longer shown.
  user_id text collate "C" not null,
  primary key (environment_id, team_id, user_id),
  foreign key (environment_id, team_id) references teams on delete cascade
);

-- Definitions of the custom fields of tickets.
create table ticket_fields (
  environment_id uuid not null references environments,
  key text collate "C" not null,
  label text not null,
  type text not null check (type in ('text', 'number', 'boolean', 'select', 'date')),
  -- For `select`.
  options text[] not null,
  position integer not null,
  created_at timestamptz not null,
  primary key (environment_id, key)
);

create table tickets (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  number bigint not null,
  subject text not null,
  channel text not null check (channel in ('email', 'contact_form', 'api', 'chat', 'phone')),
  status_id text collate "C" not null,
  -- Repeated from the status, for indexes.
  category text not null check (category in ('open', 'pending', 'resolved')),
  -- 1 low, 2 normal, 3 high, 4 urgent.
  priority smallint not null check (priority between 1 and 4),
  customer_id text collate "C",
  requester_email text,
  requester_name text,
  -- Users who are members of the workspace.
  assignee_id text collate "C",
  team_id text collate "C",
  follower_ids text[] not null,
  -- Members mentioned in notes.
  mentioned_ids text[] not null,
  tags text[] not null,
  custom_fields json not null,
  order_ids text[] not null,
  -- The mailbox that replies are sent from.
  mailbox_id text collate "C",
  snoozed_until timestamptz,
  -- The oldest public customer message without a reply; null if nothing waits.
  waiting_since timestamptz,
  first_responded_at timestamptz,
  resolved_at timestamptz,
  last_message_id text collate "C",
  last_message_at timestamptz not null,
  last_message_kind text,
  last_message_preview text not null,
  message_count integer not null,
  reopened_count integer not null,
  merged_into_id text collate "C",
  split_from_id text collate "C",
  -- The resolved ticket that the customer answered after it could no longer be reopened.
  follow_up_of_id text collate "C",
  is_spam boolean not null,
  -- Lowercase subject, number, name and email, for search. Messages have an index of their own.
  search text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What lists are sorted by, descending: one number per order, so that a page is one range of an index.
  created_rank bigint not null generated always as ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) stored,
  updated_rank bigint not null generated always as ((extract(epoch from last_message_at at time zone 'UTC') * 1000)::bigint) stored,
  -- Those who have waited longest first; then those where nothing waits, by their last message.
  waiting_rank bigint not null generated always as (case
    when waiting_since is null then (extract(epoch from last_message_at at time zone 'UTC') * 1000)::bigint - 9000000000000
    else 9000000000000 - (extract(epoch from waiting_since at time zone 'UTC') * 1000)::bigint end) stored,
  priority_rank bigint not null generated always as (priority * 100000000000000 + case
    when waiting_since is null then (extract(epoch from last_message_at at time zone 'UTC') * 1000)::bigint - 9000000000000
    else 9000000000000 - (extract(epoch from waiting_since at time zone 'UTC') * 1000)::bigint end) stored,
  primary key (environment_id, id),
  unique (environment_id, number),
  foreign key (environment_id, status_id) references ticket_statuses,
  foreign key (environment_id, team_id) references teams
);
-- Lists of all tickets, in each order. The last column lets a scan skip other categories without reading the ticket.
create index tickets_waiting_idx on tickets (environment_id, waiting_rank desc, id desc, category);
create index tickets_updated_idx on tickets (environment_id, updated_rank desc, id desc, category);
create index tickets_created_idx on tickets (environment_id, created_rank desc, id desc, category);
create index tickets_priority_idx on tickets (environment_id, priority_rank desc, id desc, category);
-- The same for what the desk works on: a few of many.
create index tickets_unresolved_waiting_idx on tickets (environment_id, waiting_rank desc, id desc) where category <> 'resolved';
create index tickets_unresolved_updated_idx on tickets (environment_id, updated_rank desc, id desc) where category <> 'resolved';
create index tickets_unresolved_created_idx on tickets (environment_id, created_rank desc, id desc) where category <> 'resolved';
create index tickets_unresolved_priority_idx on tickets (environment_id, priority_rank desc, id desc) where category <> 'resolved';
create index tickets_unresolved_assignee_idx on tickets (environment_id, assignee_id, waiting_rank desc, id desc)
  where category <> 'resolved';
create index tickets_unresolved_team_idx on tickets (environment_id, team_id, waiting_rank desc, id desc)
  where category <> 'resolved';
create index tickets_status_id_idx on tickets (environment_id, status_id, waiting_rank desc, id desc);
create index tickets_assignee_id_idx on tickets (environment_id, assignee_id, waiting_rank desc, id desc);
create index tickets_team_id_idx on tickets (environment_id, team_id, waiting_rank desc, id desc);
create index tickets_channel_idx on tickets (environment_id, channel, created_rank desc, id desc);
create index tickets_waiting_priority_idx on tickets (environment_id, priority_rank desc, id desc) where waiting_since is not null;
create index tickets_waiting_since_idx on tickets (environment_id, waiting_since) where waiting_since is not null;
create index tickets_spam_idx on tickets (environment_id, created_rank desc, id desc) where is_spam;
-- Without more statistics a rare tag counts as one of many, and PostgreSQL reads the whole list.
alter table tickets alter tags set statistics 1000;
create index tickets_customer_id_idx on tickets (environment_id, customer_id, id desc);
create index tickets_requester_email_idx on tickets (environment_id, lower(requester_email));
create index tickets_merged_into_id_idx on tickets (environment_id, merged_into_id) where merged_into_id is not null;
create index tickets_split_from_id_idx on tickets (environment_id, split_from_id) where split_from_id is not null;
create index tickets_snoozed_until_idx on tickets (environment_id, snoozed_until) where snoozed_until is not null;
create index tickets_tags_idx on tickets using gin (environment_id, tags);
create index tickets_order_ids_idx on tickets using gin (environment_id, order_ids);
create index tickets_mentioned_ids_idx on tickets using gin (environment_id, mentioned_ids);
create index tickets_search_idx on tickets using gin (environment_id, search gin_trgm_ops);

create table ticket_messages (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- Where the message is shown.
  ticket_id text collate "C" not null,
  -- Where it belongs, if that ticket was merged: a reversed merge returns it.
  moved_from_ticket_id text collate "C",
  -- `note` is internal.
  kind text not null check (kind in ('customer', 'reply', 'note')),
  author_type text not null check (author_type in ('customer', 'member', 'key', 'system')),
  author_id text collate "C",
  author_name text,
  author_email text,
  text text not null,
  -- Without the quoted history; null if there is none.
  visible_text text,
  -- For search.
  words tsvector not null generated always as (to_tsvector('simple'::regconfig, left(coalesce(visible_text, text), 50000))) stored,
  -- As it was received: sanitized whenever it is read, so that a better sanitizer protects old messages, too.
  html text,
  -- Out-of-office replies, lists and other mail that no person wrote to us.
  is_automatic boolean not null,
  mentioned_ids text[] not null,
  recipients_to text[] not null,
  recipients_cc text[] not null,
  mailbox_id text collate "C",
  -- RFC 5322 Message-ID without angle brackets.
  email_message_id text collate "C",
  -- Only of replies that are sent by email.
  delivery_status text check (delivery_status in ('queued', 'sent', 'bounced', 'failed', 'canceled', 'captured')),
  delivery_error text,
  send_at timestamptz,
  -- From the client, which may send a message twice.
  client_message_id text collate "C",
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, ticket_id) references tickets on delete cascade
);
create index ticket_messages_ticket_id_idx on ticket_messages (environment_id, ticket_id, id desc);
create unique index ticket_messages_email_message_id_idx on ticket_messages (environment_id, email_message_id, mailbox_id)
  nulls not distinct where email_message_id is not null;
create unique index ticket_messages_client_message_id_idx
  on ticket_messages (environment_id, coalesce(moved_from_ticket_id, ticket_id), client_message_id)
  where client_message_id is not null;
create index ticket_messages_moved_from_idx on ticket_messages (environment_id, moved_from_ticket_id)
  where moved_from_ticket_id is not null;
-- For erasures.
create index ticket_messages_author_email_idx on ticket_messages (environment_id, lower(author_email))
  where author_email is not null;
create index ticket_messages_recipients_idx on ticket_messages
  using gin (environment_id, (recipients_to || recipients_cc));
create index ticket_messages_text_idx on ticket_messages
  using gin (environment_id, words);

-- The bytes are in the file store.
create table ticket_attachments (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- Null until a message uses it.
  message_id text collate "C",
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- For images inside an HTML message, which reference it as `cid:…`.
  content_id text collate "C",
  is_inline boolean not null,
  -- False while it is being stored, and from the moment it is to be removed.
  is_stored boolean not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index ticket_attachments_message_id_idx on ticket_attachments (environment_id, message_id);
create index ticket_attachments_unused_idx on ticket_attachments (created_at) where message_id is null;

-- What happened to a ticket besides its messages.
create table ticket_events (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  ticket_id text collate "C" not null,
  type text not null,
  actor text not null,
  actor_name text,
  source text not null check (source in ('api', 'dashboard', 'rule', 'email', 'system', 'macro')),
  -- A list of {field, from, to}.
  changes json not null,
  data json not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, ticket_id) references tickets on delete cascade
);
create index ticket_events_ticket_id_idx on ticket_events (environment_id, ticket_id, id desc);

-- Merges and splits, with what is needed to reverse them.
create table ticket_merges (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  kind text not null check (kind in ('merge', 'split')),
  -- Of a merge: the merged ticket. Of a split: the new one.
  source_ticket_id text collate "C" not null,
  target_ticket_id text collate "C" not null,
  undo json not null,
  actor text not null,
  created_at timestamptz not null,
  reversed_at timestamptz,
  primary key (environment_id, id),
  foreign key (environment_id, source_ticket_id) references tickets on delete cascade
);
create unique index ticket_merges_source_idx on ticket_merges (environment_id, kind, source_ticket_id) where reversed_at is null;
create index ticket_merges_source_ticket_id_idx on ticket_merges (environment_id, source_ticket_id);

create view ticket_details as
select tickets.environment_id, tickets.id, number, subject, channel, status_id, ticket_statuses.name as status_name,
  tickets.category, priority, customer_id, requester_email, requester_name, assignee_id, team_id, follower_ids, mentioned_ids,
  tags, custom_fields, order_ids, mailbox_id, snoozed_until, waiting_since, first_responded_at, resolved_at, last_message_id,
  last_message_at, last_message_kind, last_message_preview, message_count, reopened_count, merged_into_id, split_from_id,
  follow_up_of_id, is_spam, search, version, tickets.created_at, updated_at, created_rank, updated_rank, waiting_rank,
  priority_rank
from tickets
join ticket_statuses on ticket_statuses.environment_id = tickets.environment_id and ticket_statuses.id = tickets.status_id;

create view ticket_message_details as
select environment_id, id, ticket_id, moved_from_ticket_id, kind, author_type, author_id, author_name, author_email, text,
  visible_text, html, is_automatic, mentioned_ids, recipients_to, recipients_cc, mailbox_id, email_message_id,
  delivery_status, delivery_error, send_at, client_message_id, created_at,
  coalesce((
    select json_agg(json_build_object(
      'id', attachment.id, 'name', name, 'contentType', content_type, 'sizeBytes', size_bytes, 'inline', is_inline,
      'contentId', content_id
    ) order by attachment.id)
    from ticket_attachments as attachment
    where attachment.environment_id = ticket_messages.environment_id and attachment.message_id = ticket_messages.id
      and is_stored
  ), '[]') as attachments
from ticket_messages;
