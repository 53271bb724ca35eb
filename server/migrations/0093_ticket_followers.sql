-- The list of tickets that a member follows.
create index tickets_follower_ids_idx on tickets using gin (environment_id, follower_ids);
