set local lock_timeout = '10s';

-- A directory has several numbers of somebody, of which one is kept here: which of them, in its words; null: the one at work.
alter table users add column phone_kind text check (length(phone_kind) between 1 and 40);
