-- If the same job is already waiting under this key and is due, it is locked rather than replaced: no worker takes it before
-- this transaction commits, so it sees what this transaction has written. Replacing it took ten statements.
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
