-- How many things of each person are overdue, so that people are listed in that order without counting for
-- everybody. A number holds until the next due date is over: from then on it is counted at each look, until
-- the job has counted it anew (docs/decisions/0044).
set local lock_timeout = '10s';

create table people_behind (
  user_id uuid primary key references users on delete cascade,
  overdue integer not null,
  -- As in the order of the list: `lower(users.name)`.
  name text not null,
  -- When the number changes by the clock alone.
  until timestamptz not null
);
create index people_behind_idx on people_behind (overdue, name, user_id);
create index people_behind_until_idx on people_behind (until) where until < 'infinity';

-- Counts for these people. Whoever changes what they have to do holds them (`settle_obligations`).
create function keep_people_behind(concerned uuid[]) returns void language sql as $$
  insert into people_behind as stored (user_id, overdue, name, until)
  select users.id, count(*) filter (where at <= now()), lower(users.name),
    coalesce(min(at) filter (where at > now()), 'infinity')
  from users
  left join lateral (
    -- Late is after the due date: by a microsecond.
    select greatest(due_at + interval '1 microsecond', opens_at) as at
    from obligations where user_id = users.id and closed_at is null and due_at is not null
  ) as late on true
  where users.id = any(concerned)
  group by users.id
  order by users.id
  on conflict (user_id) do update
    set overdue = excluded.overdue, name = excluded.name, until = excluded.until
    where (stored.overdue, stored.name, stored.until)
      is distinct from (excluded.overdue, excluded.name, excluded.until)
$$;

-- Counts anew for some of those of whom a due date is over since; false where there were none. Whom
-- another transaction holds is counted by that one, or next time.
create function turn_people_behind() returns boolean language plpgsql as $$
declare
  people constant uuid[] := array(
    select id from users
    where id in (select user_id from people_behind where until <= now() order by until limit slice_of_people())
    order by id for no key update skip locked
  );
begin
  perform keep_people_behind(people);
  return cardinality(people) > 0;
end $$;

create function keep_people_in_order() returns trigger language plpgsql as $$
begin
  insert into people_behind (user_id, overdue, name, until)
  select id, 0, lower(name), 'infinity' from changed
  on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;
create trigger users_keep_order_inserted after insert on users
  referencing new table as changed for each statement execute function keep_people_in_order();

create function keep_name_in_order() returns trigger language plpgsql as $$
begin
  update people_behind set name = lower(new.name) where user_id = new.id;
  return null;
end $$;
create trigger users_keep_order_renamed after update of first_name, last_name on users for each row
  when (old.name <> new.name) execute function keep_name_in_order();

-- Where spells are kept or made anew, so are these.
do $$
declare
  each record;
  rule text;
  changed text;
begin
  for each in
    select * from (values
      ('keep_overdue_spells', 'if cardinality(concerned) = 0 then return; end if;', 'concerned'),
      ('rebuild_overdue_spells', 'perform 1 from users where id = any(people) order by id for no key update;', 'people')
    ) as functions (name, line, people)
  loop
    rule := pg_get_functiondef(each.name::regproc);
    changed := replace(rule, each.line, each.line || format(E'\n  perform keep_people_behind(%s);', each.people));
    if changed = rule then raise exception '% is not the one of 20261122T0810', each.name; end if;
    execute changed;
  end loop;
end $$;

-- The job counts; until then each look does.
insert into people_behind (user_id, overdue, name, until)
select id, 0, lower(name), '-infinity' from users;
