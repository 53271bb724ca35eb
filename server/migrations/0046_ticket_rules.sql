create table ticket_rules (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  active boolean not null,
  position integer not null,
  trigger text not null check (trigger in ('ticket_created', 'customer_message', 'ticket_updated', 'hourly')),
  conditions json not null,
  actions json not null,
  run_count integer not null,
  last_run_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

-- Environments with rules that depend on time, for the hourly schedule.
create index ticket_rules_hourly_idx on ticket_rules (environment_id) where trigger = 'hourly' and active;

-- What a rule did to a ticket. A rule runs once per occasion: an event, or the state that a time rule found.
create table ticket_rule_runs (
  environment_id uuid not null references environments,
  ticket_id text collate "C" not null,
  -- 'auto_close' for the built-in rule.
  rule_id text collate "C" not null,
  occasion text collate "C" not null,
  replied boolean not null,
  created_at timestamptz not null,
  primary key (environment_id, ticket_id, rule_id, occasion)
);

-- Old runs are pruned.
create index ticket_rule_runs_created_at_idx on ticket_rule_runs (created_at);

create table auto_close_settings (
  environment_id uuid primary key references environments,
  active boolean not null,
  pending_days integer not null,
  version integer not null,
  updated_at timestamptz not null
);

create index auto_close_settings_active_idx on auto_close_settings (environment_id) where active;
