-- However a key is revoked, by hand too, every server hears of it when it is committed.
create function announce_revoked_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_ended', new.id);
  return null;
end
$$;

create trigger api_keys_revoked after update of revoked_at on api_keys
for each row when (old.revoked_at is null and new.revoked_at is not null)
execute function announce_revoked_key();
