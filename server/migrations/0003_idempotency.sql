-- The first answer to a request that carried an Idempotency-Key, stored in the transaction that did the work:
-- either both are there or neither.
create table idempotent_answers (
  environment_id uuid not null references environments,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (environment_id, key)
);

-- For the hourly removal of answers that are older than a day.
create index idempotent_answers_by_age on idempotent_answers (created_at);
