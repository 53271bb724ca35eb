-- Raised by every change of promotions, shipping or taxes. Each read of a cart includes it, so that a server knows
-- whether the rules in its memory are current.
create table pricing_versions (
  environment_id uuid not null references environments,
  version bigint not null,
  primary key (environment_id)
);
