-- Every file that was ever begun: the row is written before the bytes, and goes after them. So nothing is ever stored that
-- no row tells of.
create table files (
  environment_id uuid not null references environments,
  -- SHA-256 of the bytes and the extension.
  name text collate "C" not null,
  size_bytes integer not null check (size_bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Whether the bytes are there: not yet while they are being written, no more while they are being removed.
  is_kept boolean not null,
  -- Since when nothing was found that shows it; null while something does.
  unused_since timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, name)
);
create index files_unused on files (unused_since) where unused_since is not null;

-- An image that is a file of ours names a file of its own environment, and keeps it from being removed.
alter table product_images
  add column file_name text collate "C" generated always as
    (case when starts_with(url, '/files/') then split_part(url, '/', 4) end) stored,
  add check (not starts_with(url, '/files/') or url = '/files/' || environment_id || '/' || split_part(url, '/', 4)),
  add foreign key (environment_id, file_name) references files;
create index images_of_file on product_images (environment_id, file_name) where file_name is not null;
