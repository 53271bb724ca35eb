-- Filters of the inbox that someone has given a name. Without a user, everyone in the workspace shares the view.
create table ticket_views (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  user_id text collate "C",
  name text not null,
  -- {"status": "open", "tag": "vip"}: the query parameters of GET /v1/tickets.
  filter jsonb not null,
  sort text not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);

-- What a member is about to write: one draft per ticket and mode, so that it survives another device or a lost tab.
create table ticket_drafts (
  environment_id uuid not null references environments,
  ticket_id text collate "C" not null,
  user_id text collate "C" not null,
  mode text not null check (mode in ('reply', 'note')),
  text text not null,
  attachment_ids text[] not null,
  updated_at timestamptz not null,
  primary key (environment_id, ticket_id, user_id, mode),
  foreign key (environment_id, ticket_id) references tickets on delete cascade
);

create index ticket_drafts_user_id_idx on ticket_drafts (environment_id, user_id, updated_at desc);

-- Who is looking at a ticket right now. Unlogged: after a crash, everyone reports again within seconds.
create unlogged table ticket_presence (
  environment_id uuid not null references environments,
  ticket_id text collate "C" not null,
  user_id text collate "C" not null,
  state text not null check (state in ('viewing', 'typing')),
  expires_at timestamptz not null,
  primary key (environment_id, ticket_id, user_id),
  foreign key (environment_id, ticket_id) references tickets on delete cascade
);
