-- What somebody did a moment ago, with how it was before, so that they can take it back (docs/decisions/0084).
create table undo_steps (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('status', 'requirements', 'moved', 'waived')),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index undo_steps_user_id_idx on undo_steps (user_id);
create index undo_steps_created_at_idx on undo_steps (created_at);
