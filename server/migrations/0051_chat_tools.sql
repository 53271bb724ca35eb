-- Tools of the chat assistant and of agents.

-- How often something was done within a window, which starts with the first time.
create table chat_tool_limits (
  environment_id uuid not null references environments,
  -- The ID of a conversation or of an agent's session, or a keyed hash of an email address.
  subject text collate "C" not null,
  name text collate "C" not null,
  count integer not null,
  ends_at timestamptz not null,
  primary key (environment_id, subject, name)
);
create index chat_tool_limits_ends_at_idx on chat_tool_limits (ends_at);

-- The code that proves an email address. One per session: a new code replaces the last one. Deleted after a day.
create table chat_verification_codes (
  environment_id uuid not null references environments,
  -- The ID of a conversation or of an agent's session.
  session_id text collate "C" not null,
  id text collate "C" not null,
  -- In lowercase. It may belong to nobody: only the code proves whose it is.
  email text collate "C" not null,
  -- A keyed hash: six digits would be found by trying.
  code_hash bytea not null,
  attempts integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  primary key (environment_id, session_id)
);
create index chat_verification_codes_email_idx on chat_verification_codes (environment_id, email);
create index chat_verification_codes_created_at_idx on chat_verification_codes (created_at);

-- What tools were asked and whether they did it. Deleted after 90 days.
create table chat_tool_calls (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- The ID of a conversation or of an agent's session; null for agents without one.
  session_id text collate "C",
  name text not null,
  -- Without codes and email addresses.
  input jsonb not null,
  -- Why it failed; null if it did not.
  error_code text,
  duration_ms integer not null,
  -- Who had proven to be the customer when it was called.
  customer_id text collate "C",
  email text collate "C",
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index chat_tool_calls_session_id_idx on chat_tool_calls (environment_id, session_id);
create index chat_tool_calls_customer_id_idx on chat_tool_calls (environment_id, customer_id) where customer_id is not null;
create index chat_tool_calls_email_idx on chat_tool_calls (environment_id, email) where email is not null;
create index chat_tool_calls_created_at_idx on chat_tool_calls (created_at);

alter table email_templates drop constraint email_templates_kind_check;
alter table email_templates add check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card', 'login_code', 'chat_code'));
alter table emails drop constraint emails_kind_check;
alter table emails add check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card', 'login_code', 'chat_code'));
-- An email with a code is about no order, and its reference is the id of the code.
alter table emails drop constraint emails_check;
alter table emails add check ((order_id is null) = (kind in ('login_code', 'chat_code')));
drop index emails_login_code_idx;
create index emails_login_code_idx on emails (created_at) where kind in ('login_code', 'chat_code');
