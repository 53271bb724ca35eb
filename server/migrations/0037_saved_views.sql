-- Filters of a list in the dashboard that a member has given a name. They leave with the member.
create table saved_views (
  workspace_id uuid not null,
  user_id text collate "C" not null,
  id text collate "C" not null,
  page text not null check (page in ('customers', 'orders')),
  name text not null,
  -- {"emailMarketing": "subscribed", "sort": "spent"}: the search parameters of the page.
  filters jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, user_id, id),
  foreign key (workspace_id, user_id) references members on delete cascade
);
