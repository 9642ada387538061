-- Files that show that a run, or one step of it, was done.
create table process_run_proofs (
  id uuid primary key,
  run_id uuid not null references process_runs,
  -- Null: of the whole run.
  step_id uuid references process_run_steps,
  file_key text not null unique check (file_key ~ '^[0-9a-f]{32}$'),
  file_name text not null check (file_name <> ''),
  file_type text not null check (file_type ~ '^[a-z0-9.+-]{1,20}$'),
  mime text not null,
  file_size bigint not null check (file_size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  added_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index process_run_proofs_run_id_idx on process_run_proofs (run_id, id);
