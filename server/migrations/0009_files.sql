-- The row is written before the bytes and deleted after them, so every stored file has a row.
create table files (
  environment_id uuid not null references environments,
  -- SHA-256 of the bytes, with the extension.
  name text collate "C" not null,
  size_bytes integer not null check (size_bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- False while the bytes are being written or deleted.
  is_stored boolean not null,
  -- Null while something shows the file.
  unused_since timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, name)
);
create index files_unused_since_idx on files (unused_since) where unused_since is not null;
