-- How many requests each quota has let pass and refused, by quarters of an hour, for the dashboard's chart.
create table request_counts (
  environment_id uuid not null references environments,
  quota text not null,
  starts_at timestamptz not null,
  accepted bigint not null,
  refused bigint not null,
  primary key (environment_id, quota, starts_at)
);
create index request_counts_by_age on request_counts (starts_at);
