-- A mail that was held back on purpose, because nothing of it was to be told any more, is no sign that mail does not go
-- out. Servers of the version before go on writing such mails as failed ones.
alter table mails add column held_back boolean not null default false;
