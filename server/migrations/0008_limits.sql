-- Accepted and rejected requests per quota and quarter of an hour, for the chart in the dashboard.
create table request_counts (
  environment_id uuid not null references environments,
  quota text not null,
  starts_at timestamptz not null,
  accepted bigint not null,
  rejected bigint not null,
  primary key (environment_id, quota, starts_at)
);
create index request_counts_starts_at_idx on request_counts (starts_at);
