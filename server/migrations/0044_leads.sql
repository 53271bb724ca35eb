-- People who asked or signed up before they bought. One row per contact: who writes again updates theirs.
create table leads (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- The normalized email, or the phone of those who left no email.
  contact text collate "C" not null,
  status text not null check (status in ('new', 'contacted', 'qualified', 'converted', 'lost', 'spam')),
  email text,
  phone text,
  name text,
  company text,
  locale text,
  -- The latest one; all of them are in the submissions.
  message text,
  -- That of the first touch.
  source text not null,
  first_touch json not null,
  last_touch json not null,
  product_ids text[] not null,
  custom_fields json not null,
  -- The latest decision of each channel, with the text shown.
  consents json not null,
  tags text[] not null,
  score smallint not null,
  score_reasons json not null,
  spam_reasons text[] not null,
  -- Null until the job that follows a submission has matched them; spam has none.
  customer_id text collate "C",
  assignee_id text collate "C",
  staff_note text,
  conversion json,
  submission_count integer not null,
  -- Lowercase name, company, email and phone, for search.
  search text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, contact),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
-- Lists by time or score, of all but spam and by status. Times are in milliseconds, so that one statement sorts by either.
create index leads_created_at_idx on leads (
  environment_id, ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) desc, id desc
) where status <> 'spam';
create index leads_score_idx on leads (environment_id, (score::bigint) desc, id desc) where status <> 'spam';
create index leads_status_created_at_idx on leads (
  environment_id, status, ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) desc, id desc
);
create index leads_status_score_idx on leads (environment_id, status, (score::bigint) desc, id desc);
create index leads_source_idx on leads (
  environment_id, source, ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) desc, id desc
);
create index leads_customer_id_idx on leads (environment_id, customer_id) where customer_id is not null;
create index leads_assignee_id_idx on leads (environment_id, assignee_id) where assignee_id is not null;
create index leads_email_idx on leads (environment_id, email) where email is not null;
create index leads_search_idx on leads using gin (environment_id, search gin_trgm_ops);

-- What was sent each time.
create table lead_submissions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  lead_id text collate "C" not null,
  email text,
  phone text,
  name text,
  company text,
  locale text,
  message text,
  touch json not null,
  product_ids text[] not null,
  custom_fields json not null,
  consents json not null,
  spam_reasons text[] not null,
  -- When its customer was matched and its consents were recorded.
  processed_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, lead_id) references leads on delete cascade
);
create index lead_submissions_lead_id_idx on lead_submissions (environment_id, lead_id, id desc);

-- Views of the list of leads, too. The API knows which pages there are.
alter table saved_views drop constraint if exists saved_views_page_check;
