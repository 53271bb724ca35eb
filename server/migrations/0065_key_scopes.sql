-- What a key may call. Keys made before this one had no limits, and keep none.
alter table api_keys
  add column scope text not null default 'full' check (scope in ('full', 'agent', 'read'));
