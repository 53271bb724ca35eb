-- A name for people. With one, the file is in the media library, and stays while nothing shows it.
alter table files add column title text;
