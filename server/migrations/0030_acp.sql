-- A cart as an agent sees it that speaks the Agentic Commerce Protocol: what the protocol knows beside the cart.
create table acp_sessions (
  environment_id uuid not null references environments,
  -- Unguessable: it is all that guards the session.
  id text collate "C" not null,
  cart_id text collate "C" not null,
  -- What the agent has said and was told (`acp/rows.ts`).
  data json not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index acp_sessions_of_cart on acp_sessions (environment_id, cart_id);
create index acp_sessions_by_age on acp_sessions (updated_at);

-- Where an agent wants to hear of the orders that it has made.
create table agent_webhooks (
  environment_id uuid primary key references environments,
  url text not null,
  sealed_secret text not null,
  updated_at timestamptz not null
);

-- What became of a cart is asked with every purchase and every look at a session, also when it has ended.
create index checkouts_by_cart on checkouts (environment_id, cart_id);
