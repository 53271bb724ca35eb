-- A cart as an agent sees it through the Agentic Commerce Protocol: what the protocol adds to the cart.
create table acp_sessions (
  environment_id uuid not null references environments,
  -- Unguessable: the only protection of the session.
  id text collate "C" not null,
  cart_id text collate "C" not null,
  -- What the agent has sent and received (`acp/session-row.ts`).
  data json not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index acp_sessions_cart_id_idx on acp_sessions (environment_id, cart_id);
create index acp_sessions_updated_at_idx on acp_sessions (updated_at);

-- Where an agent receives events about its orders.
create table agent_webhooks (
  environment_id uuid primary key references environments,
  url text not null,
  sealed_secret text not null,
  updated_at timestamptz not null
);
