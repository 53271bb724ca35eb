-- Receipts of erasures. They name nobody: a keyed hash of the email finds the receipt when the person asks for it.
create table customer_erasures (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  status text not null check (status in ('pending', 'completed')),
  -- What identifies the person in the tables of other modules; null once they are erased.
  person json,
  contact_keys text[] not null,
  -- Proves what the person agreed to, without saying who they were.
  consents json not null,
  -- How many rows of each table were erased.
  tables json not null,
  actor text not null,
  created_at timestamptz not null,
  erased_at timestamptz,
  primary key (environment_id, id),
  check ((status = 'completed') = (person is null)),
  check ((status = 'completed') = (erased_at is not null))
);
create unique index customer_erasures_customer_id_idx on customer_erasures (environment_id, customer_id);
create index customer_erasures_contact_keys_idx on customer_erasures using gin (environment_id, contact_keys);

create index gift_cards_recipient_email_idx on gift_cards (environment_id, lower(recipient_email)) where recipient_email is not null;

-- Two records that turned out to be one person. The merged customer no longer exists; the row says where they went.
create table customer_merges (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  merged_customer_id text collate "C" not null,
  -- Where the merged customer is now: another one than `customer_id` once that one was merged, too.
  current_customer_id text collate "C" not null,
  -- What was moved; null when the merge can no longer be reversed.
  undo json,
  actor text not null,
  created_at timestamptz not null,
  reversed_at timestamptz,
  primary key (environment_id, id)
);
create unique index customer_merges_merged_customer_id_idx on customer_merges (environment_id, merged_customer_id)
  where reversed_at is null;
create index customer_merges_customer_id_idx on customer_merges (environment_id, customer_id, id desc);
create index customer_merges_current_customer_id_idx on customer_merges (environment_id, current_customer_id)
  where reversed_at is null;
create index customer_merges_created_at_idx on customer_merges (created_at) where undo is not null;
