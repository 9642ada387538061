-- IANA name, such as America/Chicago; null: the brokerage's.
alter table users add column time_zone text check (time_zone <> '');

-- One reminder for each person and day of theirs, however many servers there are and however often
-- they try.
create table reminder_digests (
  user_id uuid not null references users on delete cascade,
  local_day date not null,
  -- What it reminded of.
  item_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (user_id, local_day)
);
create index reminder_digests_local_day_idx on reminder_digests (local_day);
