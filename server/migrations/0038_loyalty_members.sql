-- For the list of accounts: by balance, by balance within a tier, and newest first. Times are in milliseconds, so that one
-- statement sorts by either.
create index loyalty_accounts_balance_idx on loyalty_accounts (environment_id, balance desc, customer_id desc);
create index loyalty_accounts_tier_idx on loyalty_accounts (environment_id, tier, balance desc, customer_id desc)
  where tier is not null;
create index loyalty_accounts_created_at_idx on loyalty_accounts (
  environment_id, ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) desc, customer_id desc
);
