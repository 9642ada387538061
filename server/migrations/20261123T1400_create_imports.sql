-- Files that are brought in to become drafts of policies, and where a draft or policy came from
-- (docs/decisions/0060).
set local lock_timeout = '10s';

create table imports (
  id uuid primary key,
  file_key text not null unique,
  file_name text not null,
  file_type text not null check (file_type in ('docx', 'pdf', 'md', 'html')),
  mime text not null,
  file_size bigint not null,
  sha256 text not null,
  -- waiting: to be read. ready: to be looked through. kept: what it became is in the drafts.
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'kept')),
  -- Of reading it, in percent.
  progress integer not null default 0 check (progress between 0 and 100),
  tries integer not null default 0,
  -- Why it could not be read, in a sentence.
  reason text check (reason <> ''),
  -- What was read, until it is kept: as Markdown, and as the file has it.
  markdown text not null default '',
  plain text not null default '',
  -- Sentences on what was left out or taken to be something.
  notes jsonb not null default '[]',
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  kept_at timestamptz,
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'kept') = (kept_at is not null)),
  check (state = 'ready' or (markdown = '' and plain = ''))
);
create index imports_list_idx on imports (created_at desc, id desc);

alter table drafts add column import_id uuid references imports;
alter table policies add column import_id uuid references imports;
create index drafts_import_idx on drafts (import_id) where import_id is not null;
create index policies_import_idx on policies (import_id) where import_id is not null;
