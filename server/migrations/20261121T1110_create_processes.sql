create table processes (
  id uuid primary key,
  title text not null check (title <> ''),
  description text,
  category text not null check (category in ('Onboarding', 'Sales', 'Support', 'HR', 'Other')),
  status text not null default 'active' check (status in ('active', 'inactive', 'draft')),
  -- Counts every saved change, for If-Match.
  revision integer not null default 1,
  created_by uuid references users,
  last_updated_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index processes_title_idx on processes (lower(title), id);

create table process_steps (
  id uuid primary key,
  process_id uuid not null references processes,
  order_number integer not null check (order_number >= 1),
  title text not null check (title <> ''),
  description text,
  -- Minutes.
  estimated_time double precision check (estimated_time >= 0 and estimated_time <= 100000),
  responsible_role text check (responsible_role in ('admin', 'agent', 'manager')),
  -- Deferred: a saved order renumbers steps one by one.
  constraint process_steps_order_key unique (process_id, order_number) deferrable initially deferred
);

-- One time that a process is gone through. What it takes from the process is copied: a later edit of
-- the process changes nothing here.
create table process_runs (
  id uuid primary key,
  process_id uuid not null references processes,
  process_title text not null,
  title text not null check (title <> ''),
  due_at timestamptz,
  state text not null default 'in_progress' check (state in ('in_progress', 'finished', 'cancelled')),
  started_by uuid not null references users,
  started_at timestamptz not null default now(),
  ended_by uuid references users,
  ended_at timestamptz,
  constraint process_runs_ended check (
    (state = 'in_progress') = (ended_at is null) and (ended_at is null) = (ended_by is null)
  )
);
create index process_runs_process_id_idx on process_runs (process_id, started_at desc, id desc);
create index process_runs_started_at_idx on process_runs (started_at desc, id desc);

create table process_run_steps (
  id uuid primary key,
  run_id uuid not null references process_runs,
  order_number integer not null check (order_number >= 1),
  title text not null,
  description text,
  estimated_time double precision,
  responsible_role text check (responsible_role in ('admin', 'agent', 'manager')),
  assigned_user_id uuid references users,
  assigned_role text check (assigned_role in ('admin', 'agent', 'manager')),
  done_by uuid references users,
  done_at timestamptz,
  constraint process_run_steps_order_key unique (run_id, order_number),
  constraint process_run_steps_one_assignee check (assigned_user_id is null or assigned_role is null),
  constraint process_run_steps_done check ((done_at is null) = (done_by is null))
);
create index process_run_steps_assigned_user_id_idx on process_run_steps (assigned_user_id)
  where assigned_user_id is not null and done_at is null;

create table process_run_comments (
  id uuid primary key,
  run_id uuid not null references process_runs,
  author_id uuid not null references users,
  body text not null check (body <> ''),
  created_at timestamptz not null default now()
);
create index process_run_comments_run_id_idx on process_run_comments (run_id, id);
