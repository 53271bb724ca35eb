-- Help texts of the shop. Visitors see the published version; staff may already have written a newer one.
create table articles (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  handle text not null,
  -- Of the current version.
  title text not null,
  locale text not null,
  category text,
  tags text[] not null,
  -- Among the articles of its category.
  position integer not null,
  -- The newest of its texts in article_versions.
  current_version integer not null,
  published_version integer,
  -- Of the published version, rendered on publication, not on each read.
  html text,
  published_at timestamptz,
  -- Title and body of the current version, for the list of staff.
  words tsvector not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, handle),
  check ((published_version is null) = (html is null)),
  check ((published_version is null) = (published_at is null))
);

-- Every saved text.
create table article_versions (
  environment_id uuid not null references environments,
  article_id text collate "C" not null,
  version integer not null check (version > 0),
  id text collate "C" not null,
  title text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (environment_id, article_id, version),
  unique (environment_id, article_id, id),
  foreign key (environment_id, article_id) references articles on delete cascade
);
