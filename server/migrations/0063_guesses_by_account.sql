-- Guesses at one account are counted by network and by device. A new password clears all of them, so they are found by account.
alter table sign_in_guesses add column account_hash bytea check (length(account_hash) = 32);
create index sign_in_guesses_by_account on sign_in_guesses (account_hash) where account_hash is not null;
