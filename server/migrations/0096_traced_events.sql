-- The trace in which an event happened (W3C Trace Context), so that its jobs and webhooks belong to the same trace.
-- Null while tracing is off.
alter table events add column traceparent text collate "C";

create or replace function emit_events(environment uuid, new_events jsonb, at timestamptz) returns bigint
language plpgsql volatile as $$
declare
  job_count bigint;
begin
  with written as (
    insert into events (environment_id, id, type, data, created_at, traceparent)
    select environment, event.id, event.type, event.data, at, event.traceparent
    from jsonb_to_recordset(new_events) as event (id text, type text, data jsonb, traceparent text)
    returning environment_id, id, traceparent
  )
  select count(*) into job_count from graphile_worker.add_jobs((
    select array_agg(row(
      'events.dispatch',
      case
        when traceparent is null then json_build_object('environmentId', environment_id, 'eventId', id)
        else json_build_object('environmentId', environment_id, 'eventId', id, 'traceparent', traceparent)
      end,
      null, null, null, null, null, null
    )::graphile_worker.job_spec)
    from written
  ));
  return job_count;
end
$$;
