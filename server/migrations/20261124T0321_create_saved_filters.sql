-- Filters of lists that people keep under a name (docs/decisions/0085).
create table saved_filters (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  list text not null check (list in ('outstanding', 'people', 'policies', 'trainings', 'matrix')),
  name text not null check (name <> '' and length(name) <= 60),
  -- What follows the `?` in the list's address.
  query text not null check (query <> '' and length(query) <= 2000),
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint saved_filters_name_key unique (user_id, list, name)
);
create index saved_filters_shared_idx on saved_filters (list) where shared;

-- With which filter a list opens for somebody; it may be another's that is shared.
create table default_filters (
  user_id uuid not null references users on delete cascade,
  list text not null check (list in ('outstanding', 'people', 'policies', 'trainings', 'matrix')),
  filter_id uuid not null references saved_filters on delete cascade,
  primary key (user_id, list)
);
create index default_filters_filter_id_idx on default_filters (filter_id);
