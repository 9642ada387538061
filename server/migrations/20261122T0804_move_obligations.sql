-- Moves the due date of these alone; returns those that were still to be done.
create function move_obligations(ids uuid[], new_due_at timestamptz) returns setof uuid language plpgsql as $$
begin
  perform 1 from users
  where id in (select user_id from obligations where obligations.id = any(ids))
  order by id for no key update;
  insert into obligation_moves (obligation_id, moved_at, due_at_before)
  select id, now(), due_at from obligations
  where id = any(ids) and closed_at is null and opens_at <= now() and due_at is distinct from new_due_at
  on conflict do nothing;
  return query
    update obligations set due_at = new_due_at, due_set_at = now(), moved_at = now()
    where id = any(ids) and closed_at is null
    returning id;
end $$;

-- A calendar of what is due of one person, at an address that only they know: its hash is kept.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- Which manager was told of what is long overdue, and when: once of each.
create table obligation_escalations (
  obligation_id uuid not null references obligations,
  manager_id uuid not null references users on delete cascade,
  told_at timestamptz not null default now(),
  primary key (obligation_id, manager_id)
);
create index obligation_escalations_manager_id_idx on obligation_escalations (manager_id, told_at);
