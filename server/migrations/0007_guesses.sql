-- How often somebody has guessed at a password or a code, for all servers together and across restarts.
create table sign_in_guesses (
  -- SHA-256 of what is guessed at or of where it comes from: an address need not be read here.
  name_hash bytea primary key check (length(name_hash) = 32),
  count integer not null,
  ends_at timestamptz not null,
  told boolean not null default false
);
create index sign_in_guesses_by_age on sign_in_guesses (ends_at);

-- Where mails are sent, the token is made by the job that sends it: until then there is none.
alter table invitations alter column token_hash drop not null;
