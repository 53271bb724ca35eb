-- What has happened, written in the transaction in which it happened. Ids grow with time, so the key is also the order.
create table events (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (environment_id, id)
);
