create table business_hours (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  time_zone text not null,
  intervals json not null,
  holidays json not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

create table sla_policies (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  active boolean not null,
  position integer not null,
  conditions json not null,
  targets json not null,
  -- Null: targets count around the clock.
  business_hours_id text collate "C",
  -- Null: the warning comes when 80 % of the target have passed.
  warning_minutes integer,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, business_hours_id) references business_hours
);

-- One clock per ticket and target.
create table ticket_slas (
  environment_id uuid not null references environments,
  ticket_id text collate "C" not null,
  metric text not null check (metric in ('first_response', 'next_response', 'resolution')),
  policy_id text collate "C" not null,
  target_minutes integer not null,
  started_at timestamptz not null,
  -- The clock runs since then. Null while it is paused, and after it has stopped.
  running_since timestamptz,
  -- Working time that passed before `running_since`.
  elapsed_ms bigint not null,
  -- Null while the clock is paused.
  due_at timestamptz,
  warning_at timestamptz,
  -- When there is something to tell next: the earlier of the two that has not been told.
  check_at timestamptz,
  warned_at timestamptz,
  breached_at timestamptz,
  completed_at timestamptz,
  primary key (environment_id, ticket_id, metric)
);

-- The schedule finds what is due without reading the other tickets.
create index ticket_slas_check_at_idx on ticket_slas (check_at) where check_at is not null;
create index ticket_slas_policy_id_idx on ticket_slas (environment_id, policy_id) where completed_at is null;

create table csat_settings (
  environment_id uuid primary key references environments,
  active boolean not null,
  delay_minutes integer not null,
  subject text not null,
  body text not null,
  version integer not null,
  updated_at timestamptz not null
);

create table csat_surveys (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  ticket_id text collate "C" not null,
  customer_id text collate "C",
  -- Who had the ticket when it was resolved, so that reports by agent and team don't change later.
  assignee_id text collate "C",
  team_id text collate "C",
  status text not null check (status in ('scheduled', 'sent', 'skipped', 'answered')),
  send_at timestamptz not null,
  sent_at timestamptz,
  rating smallint check (rating between 1 and 5),
  comment text,
  rated_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, ticket_id)
);

create index csat_surveys_rated_idx on csat_surveys (environment_id, id) where rated_at is not null;
create index csat_surveys_customer_id_idx on csat_surveys (environment_id, customer_id) where customer_id is not null;
