-- Groups of customers, described by a filter. Members are stored, so that a cart knows its customer's segments at once.
create table segments (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  filter json not null,
  -- Relative dates count back from here, so that everyone is evaluated for the same time.
  as_of timestamptz not null,
  -- `building`: the filter has changed, and not all customers are evaluated yet.
  status text not null check (status in ('building', 'ready')),
  -- The last customer that the current pass over all customers has evaluated; null when there is no pass.
  evaluated_up_to text collate "C",
  member_count integer not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

-- Without foreign keys: members are removed in batches by the jobs that also count them.
create table segment_members (
  environment_id uuid not null references environments,
  segment_id text collate "C" not null,
  customer_id text collate "C" not null,
  since timestamptz not null,
  primary key (environment_id, segment_id, customer_id)
);
create index segment_members_customer_id_idx on segment_members (environment_id, customer_id);

-- Customers who have changed since they were last evaluated.
create table segment_queue (
  environment_id uuid not null references environments,
  customer_id text collate "C" not null,
  primary key (environment_id, customer_id)
);

-- How recently, how often and how much the customers of a shop buy: the limits between fifths of them, recomputed every
-- night. A score is one more than the number of limits below the customer's value.
create table customer_rfm_thresholds (
  environment_id uuid primary key references environments,
  recency bigint[] not null,
  frequency bigint[] not null,
  monetary bigint[] not null,
  computed_at timestamptz not null
);

-- Customers with orders, scored by the thresholds.
create table customer_rfm (
  environment_id uuid not null references environments,
  customer_id text collate "C" not null,
  recency smallint not null check (recency between 1 and 5),
  frequency smallint not null check (frequency between 1 and 5),
  monetary smallint not null check (monetary between 1 and 5),
  rfm_group text not null check (rfm_group in
    ('champions', 'loyal', 'new', 'promising', 'at_risk', 'hibernating', 'lost')),
  primary key (environment_id, customer_id)
);
create index customer_rfm_group_idx on customer_rfm (environment_id, rfm_group, customer_id desc);
