-- What the shop reckons in and by which clock it lives; new prices and reports take them from here.
alter table environments
  add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  add column time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64);
