-- As `graphile_worker.add_job`, in a third of its time. `add_job` also creates tasks and queues, and replaces a job with the
-- same key: here, only if there is something to create or to replace.
-- If the same job is already waiting under this key and is due, it is locked rather than replaced: no worker takes it before
-- this transaction commits, so it sees what this transaction has written.
create or replace function enqueue_job(task text, payload json, at timestamptz, job_key text, attempts integer) returns void
language plpgsql volatile as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at, key, max_attempts)
  select known.id, payload, coalesce(at, now()), job_key, attempts
  from graphile_worker._private_tasks as known where known.identifier = task
  on conflict do nothing;
  if not found and at is null then
    perform from graphile_worker._private_jobs as waiting
    join graphile_worker._private_tasks as known on known.id = waiting.task_id
    where waiting.key = job_key and known.identifier = task and waiting.locked_at is null and waiting.run_at <= now()
      and waiting.attempts = 0 and waiting.max_attempts = enqueue_job.attempts
      and waiting.payload::text = enqueue_job.payload::text
    for no key update of waiting;
  end if;
  if found then
    -- Also for a job that waits: a worker may have skipped it while it was locked here.
    perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
  else
    perform graphile_worker.add_job(task, payload, run_at => at, job_key => job_key, max_attempts => attempts);
  end if;
end
$$;

create or replace function emit_events(environment uuid, new_events jsonb, at timestamptz) returns bigint
language plpgsql volatile as $$
declare
  job_count bigint;
begin
  with written as (
    insert into events (environment_id, id, type, data, created_at, traceparent)
    select environment, event.id, event.type, event.data, at, event.traceparent
    from jsonb_to_recordset(new_events) as event (id text, type text, data jsonb, traceparent text)
    returning id, traceparent
  ), batches as (
    select json_strip_nulls(json_build_object(
      'environmentId', environment, 'eventIds', json_agg(id order by id), 'traceparent', min(traceparent)
    )) as payload
    from (select id, traceparent, (row_number() over (order by id) - 1) / 20 as batch from written) as numbered
    group by batch
  )
  select count(enqueue_job('events.deliver', payload, null, null, 25)) into job_count from batches;
  return job_count;
end
$$;
