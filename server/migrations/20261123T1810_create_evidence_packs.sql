-- Packs of evidence: files that are made by a job and end by themselves (docs/decisions/0071).
set local lock_timeout = '10s';

create table evidence_packs (
  id uuid primary key,
  -- Null: no limit.
  user_ids uuid[] check (cardinality(user_ids) > 0),
  item_ids uuid[] check (cardinality(item_ids) > 0),
  from_time timestamptz,
  to_time timestamptz check (to_time > from_time),
  -- Of which moment obligations are.
  as_of timestamptz not null,
  -- waiting: for its job. working: being made. ready: to be downloaded. ended: its file is gone.
  state text not null default 'waiting' check (state in ('waiting', 'working', 'ready', 'failed', 'ended')),
  -- Of making it, in percent.
  progress integer not null default 0 check (progress between 0 and 100),
  tries integer not null default 0,
  -- When whoever makes it was last heard of, and as whom.
  worker uuid,
  alive_at timestamptz,
  -- Why it could not be made, in a sentence.
  reason text check (reason <> ''),
  file_key text unique,
  file_size bigint,
  sha256 text,
  -- The newest checkpoint in it, and how many records it has.
  checkpoint integer references checkpoints,
  records integer,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  ends_at timestamptz,
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'ready') = (file_key is not null)),
  check ((state in ('ready', 'ended')) = (ready_at is not null)),
  check ((ready_at is null) = (ends_at is null))
);
create index evidence_packs_list_idx on evidence_packs (created_at desc, id desc);
create index evidence_packs_open_idx on evidence_packs (created_at) where state in ('waiting', 'working');
