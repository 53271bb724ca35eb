-- Written in the transaction of the change that they report. Ids grow with time, so the primary key is also the order.
create table events (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  type text not null,
  data jsonb not null,
  -- A column of its own, because ids are compared by the collation "C" and an index on the expression would not match.
  order_id text collate "C" generated always as (data ->> 'orderId') stored,
  created_at timestamptz not null default now(),
  primary key (environment_id, id)
);
create index events_type_idx on events (environment_id, type, id);
-- The timeline of an order.
create index events_order_id_idx on events (environment_id, order_id, id) where order_id is not null;

-- Inserts events and enqueues the jobs that dispatch them. A function, so that a statement that writes something can
-- emit its events as well: placing an order takes one round trip less (`events/emit.ts`).
create function emit_events(environment uuid, new_events jsonb, at timestamptz) returns bigint
language plpgsql volatile as $$
declare
  job_count bigint;
begin
  with written as (
    insert into events (environment_id, id, type, data, created_at)
    select environment, event.id, event.type, event.data, at
    from jsonb_to_recordset(new_events) as event (id text, type text, data jsonb)
    returning environment_id, id
  )
  select count(*) into job_count from graphile_worker.add_jobs((
    select array_agg(row(
      'events.dispatch', json_build_object('environmentId', environment_id, 'eventId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec)
    from written
  ));
  return job_count;
end
$$;
