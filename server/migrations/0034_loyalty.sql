-- What a shop gives its customers points for is still to come; this is what they have, and what it is worth.
create table loyalty_programs (
  environment_id uuid primary key references environments,
  name text not null,
  -- Whether points can be paid with. Those that were paid are given back in any case.
  active boolean not null,
  -- [{"currency": "EUR", "points": 100, "amount": 100}]: so many points are worth so much, in whole numbers.
  point_values jsonb not null,
  min_points bigint not null check (min_points > 0),
  version integer not null,
  updated_at timestamptz not null
);

-- By the name that the shop itself gives its customer.
create table loyalty_accounts (
  environment_id uuid not null references environments,
  customer_id text collate "C" not null,
  -- The sum of its entries, always.
  balance bigint not null check (balance >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, customer_id)
);

-- The ledger. Nothing here is ever changed.
create table loyalty_entries (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  kind text not null,
  points bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  -- The order that took or gave back, and which of its refunds it was.
  holder text collate "C",
  reference text collate "C",
  reason text,
  -- Who: a key, a member, the system.
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references loyalty_accounts,
  check (case kind
    when 'adjusted' then points <> 0
    when 'redeemed' then points < 0
    when 'restored' then points > 0
    else false
  end),
  check ((holder is not null) = (kind in ('redeemed', 'restored'))),
  check ((reference is not null) = (kind = 'restored')),
  check ((reason is not null) = (kind = 'adjusted'))
);
create index loyalty_entries_of_account on loyalty_entries (environment_id, customer_id, id);
create index loyalty_entries_of_holder on loyalty_entries (environment_id, holder) where holder is not null;
-- The same refund can't be written twice, whoever tries.
create unique index loyalty_restores on loyalty_entries (environment_id, holder, reference) where kind = 'restored';

-- Whose points are to pay; null: nobody's.
alter table carts add column points_of text collate "C";

alter table order_payments drop constraint order_payments_kind_check;
alter table order_payments
  add constraint order_payments_kind_check check (kind in ('provider', 'gift_card', 'points', 'external'));

-- What happened, and the jobs that will tell others. A function, so that whoever writes something can tell of it with the same
-- statement (`events/emit.ts`): an order is one statement less.
create function emit_events(environment uuid, fresh jsonb, at timestamptz) returns bigint
language plpgsql volatile as $$
declare
  told bigint;
begin
  with written as (
    insert into events (environment_id, id, type, data, created_at)
    select environment, event.id, event.type, event.data, at
    from jsonb_to_recordset(fresh) as event (id text, type text, data jsonb)
    returning environment_id, id
  )
  select count(*) into told from graphile_worker.add_jobs((
    select array_agg(row(
      'events.dispatch', json_build_object('environmentId', environment_id, 'eventId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec)
    from written
  ));
  return told;
end
$$;
