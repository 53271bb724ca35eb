-- Conversations with the assistant, and with the people who take them over.
create table chat_conversations (
  environment_id uuid not null references environments,
  -- Unguessable: with a key of the shop, whoever knows it may read the conversation.
  id text collate "C" not null,
  -- The client's own ID of the chat, as the AI SDK makes it up.
  client_id text collate "C",
  channel text not null check (channel in ('api', 'widget', 'openai', 'dashboard')),
  visitor_id text collate "C",
  -- From a customer token only.
  customer_id text collate "C",
  -- Proven by a code in this conversation; it counts until `verified_until`.
  verified_email text collate "C",
  verified_until timestamptz,
  cart_id text collate "C",
  locale text,
  -- Who answers. While a person does, the assistant is silent.
  owner text not null check (owner in ('assistant', 'person')),
  status text not null check (status in ('open', 'closed')),
  ticket_id text collate "C",
  -- What the assistant remembers between its answers.
  state json not null,
  -- The answer that is being written: the ID that its message will have, and the message it answers.
  turn_id text collate "C",
  turn_message_id text collate "C",
  turn_heartbeat_at timestamptz,
  -- What of it exists so far, for clients that follow it from another server.
  turn_events json,
  is_stop_requested boolean not null,
  last_message_at timestamptz not null,
  last_message_role text not null check (last_message_role in ('customer', 'assistant', 'agent')),
  last_message_preview text not null,
  message_count integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- In millionths of the smallest unit: a short answer costs a fraction of a cent.
  cost_millionths bigint not null,
  cost_currency text,
  rating text check (rating in ('up', 'down')),
  rating_comment text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
-- The partial answer is rewritten several times a second: such updates stay on their page.
) with (fillfactor = 70);
create unique index chat_conversations_client_id_idx
  on chat_conversations (environment_id, client_id, visitor_id) nulls not distinct where client_id is not null;
create index chat_conversations_last_message_at_idx
  on chat_conversations (environment_id, last_message_at desc, id desc);
create index chat_conversations_owner_idx
  on chat_conversations (environment_id, owner, status, last_message_at desc, id desc);
create index chat_conversations_customer_id_idx
  on chat_conversations (environment_id, customer_id, created_at desc, id desc) where customer_id is not null;
create index chat_conversations_verified_email_idx
  on chat_conversations (environment_id, verified_email) where verified_email is not null;
create index chat_conversations_ticket_id_idx
  on chat_conversations (environment_id, ticket_id) where ticket_id is not null;
-- All environments: one schedule deletes what is too old.
create index chat_conversations_retention_idx on chat_conversations (last_message_at) where customer_id is null;

create table chat_messages (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  conversation_id text collate "C" not null,
  role text not null check (role in ('customer', 'assistant', 'agent')),
  text text not null,
  words tsvector not null generated always as (to_tsvector('simple'::regconfig, left(text, 20000))) stored,
  -- Of an answer: the message that it answers, and what it consists of.
  reply_to_id text collate "C",
  status text,
  intent text,
  locale text,
  citations json,
  cards json,
  suggestions json,
  notices json,
  tool_calls json,
  engine json,
  usage json,
  -- How long the answer took.
  duration_ms integer,
  rating text check (rating in ('up', 'down')),
  -- Of an answer that did not help: when the team dealt with the question, such as with an article.
  resolved_at timestamptz,
  -- Of an agent.
  author_name text,
  -- The reply on the ticket that this message repeats.
  ticket_message_id text collate "C",
  -- From the client, which may send a message twice.
  client_message_id text collate "C",
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, conversation_id) references chat_conversations on delete cascade
);
create index chat_messages_conversation_id_idx on chat_messages (environment_id, conversation_id, id desc);
create unique index chat_messages_client_message_id_idx
  on chat_messages (environment_id, conversation_id, client_message_id) where client_message_id is not null;
create unique index chat_messages_reply_to_id_idx
  on chat_messages (environment_id, reply_to_id) where reply_to_id is not null;
create unique index chat_messages_ticket_message_id_idx
  on chat_messages (environment_id, conversation_id, ticket_message_id) where ticket_message_id is not null;
create index chat_messages_questions_idx on chat_messages (environment_id, id desc)
  where status in ('unknown', 'clarification_required', 'handed_over');
create index chat_messages_answers_idx on chat_messages (environment_id, created_at) where role = 'assistant';
create index chat_messages_words_idx on chat_messages using gin (environment_id, words);
