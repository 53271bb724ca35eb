-- no transaction
-- Expired sessions are deleted in batches; without an index, each batch reads the sessions of all members.
create index concurrently if not exists sessions_expires_at_idx on sessions (expires_at);
