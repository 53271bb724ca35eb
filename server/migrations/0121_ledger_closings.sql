-- Periods of the ledger that were closed: entries are booked after them. The totals are what was reported then.
create table ledger_closings (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- The last day, in UTC.
  through date not null,
  totals jsonb not null,
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index ledger_closings_through_idx on ledger_closings (environment_id, through);
