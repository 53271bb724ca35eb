-- How many times the usual limits a workspace has (`npm run limits`). Never less than the usual ones.
alter table workspaces add column rate_limit_factor integer not null default 1 check (rate_limit_factor between 1 and 1000);
