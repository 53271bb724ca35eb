-- The code that a shopper signs in with. One per email: a new code replaces the last one. Deleted within two hours.
create table customer_login_codes (
  environment_id uuid not null references environments,
  -- In lowercase. It may belong to nobody: only the code proves whose it is.
  email text collate "C" not null,
  id text collate "C" not null,
  -- A keyed hash: six digits would be found by trying.
  code_hash bytea not null,
  locale text,
  attempts integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Codes are limited per hour; the hour starts with its first code.
  hour_started_at timestamptz not null,
  codes_in_hour integer not null,
  primary key (environment_id, email),
  unique (environment_id, id)
);
create index customer_login_codes_hour_started_at_idx on customer_login_codes (hour_started_at);

-- Customers who are signed in. A token is valid as long as its session.
create table customer_sessions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  -- Of its refresh token. An older one was copied by somebody.
  generation integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index customer_sessions_customer_id_idx on customer_sessions (environment_id, customer_id);
create index customer_sessions_expires_at_idx on customer_sessions (expires_at);

-- Keys of a shop that signs the tokens of its customers itself.
create table customer_signing_keys (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- Two, so that a key can be replaced while both are in use.
  slot integer not null check (slot in (1, 2)),
  label text not null,
  -- Encrypted; null once the key is revoked.
  secret text,
  created_at timestamptz not null,
  created_by text,
  revoked_at timestamptz,
  revoked_by text,
  primary key (environment_id, id),
  check ((secret is null) = (revoked_at is not null))
);
create unique index customer_signing_keys_slot_idx on customer_signing_keys (environment_id, slot) where revoked_at is null;

alter table email_templates drop constraint email_templates_kind_check;
alter table email_templates add check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card', 'login_code'));
alter table emails drop constraint emails_kind_check;
alter table emails add check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card', 'login_code'));
-- An email with a login code is about no order, and its reference is the id of the code.
alter table emails alter column order_id drop not null;
alter table emails add check ((order_id is null) = (kind = 'login_code'));
create index emails_login_code_idx on emails (created_at) where kind = 'login_code';
