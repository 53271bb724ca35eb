-- Who sent the file: the job that reads it may do what they may do.
alter table imports add column caller json;
