-- When and where the portal backs itself up, and for how long that is kept.
create table backup_settings (
  singleton boolean primary key default true check (singleton),
  enabled boolean not null default false,
  -- Since when; before two days have passed, nobody is told that there is no backup.
  enabled_at timestamptz,
  -- By the brokerage's clock, in minutes after midnight.
  at_minute integer not null default 135 check (at_minute between 0 and 1439),
  keep_daily integer not null default 7 check (keep_daily between 0 and 366),
  keep_weekly integer not null default 4 check (keep_weekly between 0 and 260),
  keep_monthly integer not null default 12 check (keep_monthly between 0 and 120),
  -- Null: the folder of backups beside the data.
  folder text check (folder <> ''),
  -- A bucket with its key, sealed; it wins over the folder.
  bucket_sealed bytea,
  bucket text,
  rehearses boolean not null default false,
  warned_at timestamptz,
  revision integer not null default 1,
  updated_at timestamptz,
  updated_by uuid references users on delete set null,
  check ((bucket_sealed is null) = (bucket is null))
);
insert into backup_settings default values;

create table backups (
  id uuid primary key,
  cause text not null check (cause in ('clock', 'asked', 'command')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- Where its file is, and its name there.
  place text not null default '',
  name text not null default '',
  step text not null default '',
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  -- Its server is at it as long as this moves on.
  beat_at timestamptz,
  ended_at timestamptz,
  rows bigint,
  files integer,
  bytes bigint,
  verified_at timestamptz,
  problem text not null default '',
  -- When the file went, because newer ones have its place.
  removed_at timestamptz
);
create index backups_asked_at_idx on backups (asked_at desc, id desc);
-- One at a time, on all servers together.
create unique index backups_unfinished_idx on backups ((true)) where state in ('waiting', 'running');

-- Restores of a backup beside the real database, to see whether it would do.
create table rehearsals (
  id uuid primary key,
  cause text not null check (cause in ('clock', 'asked', 'command')),
  state text not null check (state in ('waiting', 'running', 'passed', 'failed')),
  backup text not null default '',
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  beat_at timestamptz,
  ended_at timestamptz,
  -- What it found, a sentence each.
  report text[] not null default '{}'
);
create index rehearsals_asked_at_idx on rehearsals (asked_at desc, id desc);
create unique index rehearsals_unfinished_idx on rehearsals ((true)) where state in ('waiting', 'running');
