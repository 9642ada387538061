-- What is asked of very many is settled with less work: what a new row adds to how late somebody is needs no
-- look at their other rows, what has no due date adds nothing, and bells are cleared for all rows at once.
set local lock_timeout = '10s';

-- These people have more to do, which is late from these moments on. Whoever asks it of them holds them
-- (`settle_obligations`). It is what `keep_overdue_spells` would count.
create function add_lateness(people uuid[], moments timestamptz[]) returns void language plpgsql as $$
declare
  this_moment constant timestamptz := now();
begin
  if coalesce(cardinality(people), 0) = 0 then return; end if;
  -- A number whose time is over stays so: the job counts it.
  update people_behind as stored
  set overdue = stored.overdue + more.late, until = least(stored.until, more.next)
  from (
    select person, count(*) filter (where at <= this_moment) as late, min(at) filter (where at > this_moment) as next
    from unnest(people, moments) as each (person, at) group by person
  ) as more
  where stored.user_id = more.person and (more.late > 0 or more.next < stored.until);
  delete from overdue_spells as spell using unnest(people, moments) as more (person, at)
  where spell.user_id = more.person and spell.until is null
    and spell.since > this_moment and more.at < spell.since;
  insert into overdue_spells (user_id, since)
  select person, greatest(min(at), this_moment) from unnest(people, moments) as more (person, at)
  where not exists (select from overdue_spells where user_id = person and until is null)
  group by person;
end $$;

create or replace function sum_new_obligations() returns trigger language plpgsql as $$
declare
  people uuid[];
  moments timestamptz[];
begin
  insert into obligation_changes
  select subject.id, hour_of(event.at), sum(event.opened), sum(event.asked), sum(event.met),
    sum(event.overdue), sum(event.due_soon)
  from changed
  cross join lateral obligation_events(
    changed.opens_at, changed.closed_at, changed.stands_until, changed.due_at, '-infinity', null, true
  ) as event
  cross join lateral (
    select changed.item_id as id
    union all
    select subject from subjects_of_people where user_id = changed.user_id
  ) as subject
  group by 1, 2;
  select array_agg(user_id), array_agg(greatest(due_at + interval '1 microsecond', opens_at))
  into people, moments from changed where closed_at is null and due_at is not null;
  perform add_lateness(people, moments);
  return null;
end $$;

-- From when on these people are late, after a change of what they have to do. What was, was. One look at
-- their rows tells how many are late and when the next one will be.
create or replace function keep_overdue_spells(concerned uuid[]) returns void language plpgsql as $$
declare
  this_moment constant timestamptz := now();
  people uuid[];
  moments timestamptz[];
begin
  if cardinality(concerned) = 0 then return; end if;
  perform keep_people_behind(concerned);
  select array_agg(user_id), array_agg(case when overdue > 0 then this_moment when until < 'infinity' then until end)
  into people, moments
  from people_behind where user_id = any(concerned);
  delete from overdue_spells as spell using unnest(people, moments) as late (person, since)
  where spell.user_id = person and spell.until is null
    and spell.since > this_moment and late.since is distinct from spell.since;
  update overdue_spells as spell set until = this_moment
  from unnest(people, moments) as late (person, since)
  where spell.user_id = person and spell.until is null
    and spell.since <= this_moment and (late.since is null or late.since > this_moment);
  insert into overdue_spells (user_id, since)
  select person, since from unnest(people, moments) as late (person, since)
  where since is not null
    and not exists (select from overdue_spells where user_id = person and until is null);
end $$;

-- What was, was: another due date counts from now on. Which rows are others than before is asked by `except`:
-- a join was planned when there were few, and compared each of many with each.
create or replace function sum_changed_obligations() returns trigger language plpgsql as $$
declare
  this_moment constant timestamptz := now();
begin
  insert into obligation_changes
  select subject.id, hour_of(event.at), sum(sign * event.opened), sum(sign * event.asked),
    sum(sign * event.met), sum(sign * event.overdue), sum(sign * event.due_soon)
  from (
    (
      select 1 as sign, id, item_id, user_id, opens_at, closed_at, stands_until, due_at from changed
      except select 1, id, item_id, user_id, opens_at, closed_at, stands_until, due_at from before
    ) union all (
      select -1, id, item_id, user_id, opens_at, closed_at, stands_until, due_at from before
      except select -1, id, item_id, user_id, opens_at, closed_at, stands_until, due_at from changed
    )
  ) as each
  cross join lateral obligation_events(
    each.opens_at, each.closed_at, each.stands_until, each.due_at, this_moment, null, true
  ) as event
  cross join lateral (
    select each.item_id as id
    union all
    select subject from subjects_of_people where user_id = each.user_id
  ) as subject
  group by 1, 2
  having (sum(sign * event.opened), sum(sign * event.asked), sum(sign * event.met),
    sum(sign * event.overdue), sum(sign * event.due_soon)) <> (0, 0, 0, 0, 0);
  perform keep_overdue_spells(array(
    select user_id from (
      select user_id, id, opens_at, closed_at, due_at from changed where due_at is not null
      except select user_id, id, opens_at, closed_at, due_at from before
    ) as now_due
    union
    select user_id from (
      select user_id, id, opens_at, closed_at, due_at from before where due_at is not null
      except select user_id, id, opens_at, closed_at, due_at from changed
    ) as was_due
  ));
  return null;
end $$;

drop trigger obligations_settle_notifications on obligations;
drop function settle_notifications_of_obligation();
-- What is done has been seen; what is asked no longer is nothing to tell.
create function settle_notifications_of_obligations() returns trigger language plpgsql as $$
declare
  gone uuid[];
  over uuid[];
begin
  select array_agg(id) filter (where is_gone), array_agg(id) filter (where not is_gone) into gone, over
  from (
    select id, closed_as in ('withdrawn', 'left') as is_gone from changed where closed_at is not null
    except select id, closed_as in ('withdrawn', 'left') from before where closed_at is not null
  ) as closed;
  if gone is not null then
    delete from notifications where obligation_id = any(gone) and read_at is null;
  end if;
  if over is not null then
    update notifications set read_at = now() where obligation_id = any(over) and read_at is null;
  end if;
  return null;
end $$;
create trigger obligations_settle_notifications after update on obligations
  referencing old table as before new table as changed
  for each statement execute function settle_notifications_of_obligations();
