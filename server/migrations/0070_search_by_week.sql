-- A search reads the newest weeks first, or the highest scores, and stops when its page is full. With these in the index of
-- words, each of them is one lookup, however many older rows match. The indexes that
-- these replace are dropped by the last migration.
create index tickets_search_week_idx on tickets
  using gin (environment_id, (created_rank / 604800000), search gin_trgm_ops);
create index ticket_messages_words_week_idx on ticket_messages
  using gin (environment_id, (floor(extract(epoch from created_at at time zone 'UTC') / 604800)::bigint), words);
create index leads_search_week_idx on leads
  using gin (
    environment_id, (floor(extract(epoch from created_at at time zone 'UTC') / 604800)::bigint), score, search gin_trgm_ops
  );
-- For the beginning of an address, in databases of any collation.
create index tickets_requester_email_prefix_idx on tickets (environment_id, lower(requester_email) text_pattern_ops);
