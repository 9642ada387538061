-- Figures of how everything stood at any moment, without counting rows (docs/decisions/0044). What a row
-- adds to them begins and ends at moments that are known when it is written, future ones among them: so
-- each change of a row is a few sums more or less, and no clock has to turn anything.
set local lock_timeout = '10s';

-- What began, less what ended, in each hour, day and month (UTC).
create table obligation_sums (
  -- An item, a team, a role (`role_subject`), or the people who are late (`late_people`).
  subject uuid not null,
  span text not null check (span in ('hour', 'day', 'month')),
  at timestamptz not null,
  opened integer not null,
  asked integer not null,
  met integer not null,
  overdue integer not null,
  due_soon integer not null,
  primary key (subject, span, at)
);

-- The same of hours, where it is not added up yet: rows that come at once and wait for nobody.
create table obligation_changes (
  subject uuid not null,
  at timestamptz not null,
  opened integer not null,
  asked integer not null,
  met integer not null,
  overdue integer not null,
  due_soon integer not null
);

-- From when to when somebody was late with anything; it may begin in the future.
create table overdue_spells (
  user_id uuid not null references users on delete cascade,
  since timestamptz not null,
  until timestamptz,
  constraint overdue_spells_order check (until >= since)
);
create unique index overdue_spells_last_idx on overdue_spells (user_id) where until is null;
create index overdue_spells_since_idx on overdue_spells (since);
create index overdue_spells_until_idx on overdue_spells (until) where until is not null;

-- What changed within an hour is read from the rows. The register's orders use these, too.
create index obligations_opens_idx on obligations (opens_at, id);
create index obligations_closed_idx on obligations (coalesce(closed_at, 'infinity'), id);
create index obligations_all_due_idx on obligations (coalesce(due_at, 'infinity'), id);
create index obligations_stands_idx on obligations (stands_until)
  where closed_as = 'met' and stands_until is not null;
create index obligation_moves_moved_at_idx on obligation_moves (moved_at);
create index obligation_moves_due_idx on obligation_moves (due_at_before);

create function role_subject(role text) returns uuid language sql immutable as $$
  select md5('role ' || role)::uuid
$$;
create function late_people() returns uuid language sql immutable as $$
  select md5('late people')::uuid
$$;
create function hour_of(moment timestamptz) returns timestamptz language sql stable as $$
  select date_trunc('hour', moment, 'UTC')
$$;

-- When a row begins and ceases to count, and to be met; and when what is due in a period of it begins and
-- ceases to be late, or due within 7 days. Late is after the due date: by a microsecond.
create function obligation_events(
  opens_at timestamptz, closed_at timestamptz, stands_until timestamptz, due_at timestamptz,
  due_from timestamptz, due_until timestamptz, whole boolean
) returns table (at timestamptz, opened integer, asked integer, met integer, overdue integer, due_soon integer)
language sql stable as $$
  select event.at, event.opened, event.asked, event.met, event.overdue, event.due_soon
  from (
    select
      case step
        when 1 then case when whole then opens_at end
        when 2 then case when whole then stands end
        when 3 then case when whole and done < stands then done end
        when 4 then case when whole and done < stands then stands end
        when 5 then case when late < over then late end
        when 6 then case when late < over then over end
        when 7 then case when soon < least(over, passed) then soon end
        when 8 then case when soon < least(over, passed) then least(over, passed) end
      end as at,
      change.opened, change.asked, change.met, change.overdue, change.due_soon
    from (
      select
        coalesce(stands_until, 'infinity') as stands,
        greatest(coalesce(closed_at, 'infinity'), opens_at) as done,
        coalesce(least(closed_at, stands_until, due_until), 'infinity') as over,
        greatest(coalesce(due_at + interval '1 microsecond', 'infinity'), opens_at, due_from) as late,
        greatest(
          coalesce(due_at - interval '168 hours' + interval '1 microsecond', 'infinity'), opens_at, due_from
        ) as soon,
        due_at + interval '1 microsecond' as passed
    ) as moment
    -- Not beside the row, but joined: PostgreSQL would prepare eight expressions for each row.
    cross join (
      values (1, 1, 1, 0, 0, 0), (2, 0, -1, 0, 0, 0), (3, 0, 0, 1, 0, 0), (4, 0, 0, -1, 0, 0),
        (5, 0, 0, 0, 1, 0), (6, 0, 0, 0, -1, 0), (7, 0, 0, 0, 0, 1), (8, 0, 0, 0, 0, -1)
    ) as change (step, opened, asked, met, overdue, due_soon)
    -- What ended before it began was never asked of anybody.
    where stands > opens_at
  ) as event
  where event.at < 'infinity'
$$;

-- All of them. A due date counts until it was moved; few ever are.
create view all_obligation_events as
select stored.id, stored.user_id, stored.item_id, event.*
from obligations as stored
cross join lateral obligation_events(
  stored.opens_at, stored.closed_at, stored.stands_until, stored.due_at, '-infinity', null, true
) as event
where not exists (select from obligation_moves where obligation_id = stored.id)
union all
select stored.id, stored.user_id, stored.item_id, event.*
from obligations as stored
cross join lateral (
  select stored.due_at, max(moved_at) as due_from, null::timestamptz as due_until, true as whole
  from obligation_moves where obligation_id = stored.id
  union all
  select due_at_before, coalesce(lag(moved_at) over (order by moved_at), '-infinity'), moved_at, false
  from obligation_moves where obligation_id = stored.id
) as period
cross join lateral obligation_events(
  stored.opens_at, stored.closed_at, stored.stands_until,
  period.due_at, period.due_from, period.due_until, period.whole
) as event
where exists (select from obligation_moves where obligation_id = stored.id);

-- What a person's obligations are added to, besides their items.
create view subjects_of_people as
select id as user_id, role_subject(role) as subject from users
union all
select user_id, team_id from team_members where member;

-- From when on these people are late, after a change of what they have to do. Whoever changes that holds
-- the people (`settle_obligations`, `move_obligations`). What was, was.
create function keep_overdue_spells(concerned uuid[]) returns void language plpgsql as $$
declare
  this_moment constant timestamptz := now();
  people uuid[];
  moments timestamptz[];
begin
  if cardinality(concerned) = 0 then return; end if;
  select array_agg(person), array_agg(since) into people, moments
  from unnest(concerned) as person
  cross join lateral (
    select min(greatest(due_at + interval '1 microsecond', opens_at, this_moment)) as since
    from obligations where user_id = person and closed_at is null and due_at is not null
  ) as first;
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

create function sum_overdue_spells() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into obligation_changes
    select late_people(), hour_of(since), 0, 0, 0, -count(*), 0 from before group by hour_of(since)
    union all
    select late_people(), hour_of(until), 0, 0, 0, count(*), 0 from before where until is not null group by hour_of(until);
  end if;
  if tg_op <> 'DELETE' then
    insert into obligation_changes
    select late_people(), hour_of(since), 0, 0, 0, count(*), 0 from changed group by hour_of(since)
    union all
    select late_people(), hour_of(until), 0, 0, 0, -count(*), 0 from changed where until is not null group by hour_of(until);
  end if;
  return null;
end $$;
create trigger overdue_spells_sum_inserted after insert on overdue_spells
  referencing new table as changed for each statement execute function sum_overdue_spells();
create trigger overdue_spells_sum_updated after update on overdue_spells
  referencing old table as before new table as changed for each statement execute function sum_overdue_spells();
create trigger overdue_spells_sum_deleted after delete on overdue_spells
  referencing old table as before for each statement execute function sum_overdue_spells();

create function sum_new_obligations() returns trigger language plpgsql as $$
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
  perform keep_overdue_spells(array(select distinct user_id from changed where closed_at is null));
  return null;
end $$;
create trigger obligations_sum_inserted after insert on obligations
  referencing new table as changed for each statement execute function sum_new_obligations();

-- What was, was: another due date counts from now on.
create function sum_changed_obligations() returns trigger language plpgsql as $$
declare
  this_moment constant timestamptz := now();
begin
  insert into obligation_changes
  select subject.id, hour_of(event.at), sum(sign * event.opened), sum(sign * event.asked),
    sum(sign * event.met), sum(sign * event.overdue), sum(sign * event.due_soon)
  from changed
  join before on before.id = changed.id
    and (changed.opens_at, changed.closed_at, changed.stands_until, changed.due_at)
      is distinct from (before.opens_at, before.closed_at, before.stands_until, before.due_at)
  cross join lateral (
    values (1, changed.opens_at, changed.closed_at, changed.stands_until, changed.due_at),
      (-1, before.opens_at, before.closed_at, before.stands_until, before.due_at)
  ) as each (sign, opens_at, closed_at, stands_until, due_at)
  cross join lateral obligation_events(
    each.opens_at, each.closed_at, each.stands_until, each.due_at, this_moment, null, true
  ) as event
  cross join lateral (
    select changed.item_id as id
    union all
    select subject from subjects_of_people where user_id = changed.user_id
  ) as subject
  group by 1, 2
  having (sum(sign * event.opened), sum(sign * event.asked), sum(sign * event.met),
    sum(sign * event.overdue), sum(sign * event.due_soon)) <> (0, 0, 0, 0, 0);
  perform keep_overdue_spells(array(
    select distinct changed.user_id from changed join before on before.id = changed.id
    where (changed.opens_at, changed.closed_at, changed.due_at)
      is distinct from (before.opens_at, before.closed_at, before.due_at)
  ));
  return null;
end $$;
create trigger obligations_sum_updated after update on obligations
  referencing old table as before new table as changed for each statement execute function sum_changed_obligations();

-- Roles and teams are as they are now, whatever moment is shown. These triggers come before those that
-- settle what the new role or team asks for.
create function sum_by_another_role() returns trigger language plpgsql as $$
begin
  insert into obligation_changes
  select subject.id, hour_of(event.at), sum(sign * event.opened), sum(sign * event.asked),
    sum(sign * event.met), sum(sign * event.overdue), sum(sign * event.due_soon)
  from all_obligation_events as event
  cross join (values (-1, role_subject(old.role)), (1, role_subject(new.role))) as subject (sign, id)
  where event.user_id = new.id
  group by 1, 2;
  return null;
end $$;
create trigger users_change_sums after update of role on users for each row
  when (old.role <> new.role) execute function sum_by_another_role();

create function sum_by_other_teams() returns trigger language plpgsql as $$
declare
  people uuid[];
  teams uuid[];
  signs integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(user_id), array_agg(team_id), array_agg(1) into people, teams, signs
    from changed where member;
  elsif tg_op = 'DELETE' then
    select array_agg(user_id), array_agg(team_id), array_agg(-1) into people, teams, signs
    from before where member;
  else
    select array_agg(user_id), array_agg(team_id), array_agg(sign) into people, teams, signs
    from (
      select user_id, team_id, 1 as sign from changed where member
      union all
      select user_id, team_id, -1 from before where member
    ) as each;
  end if;
  if people is null then return null; end if;
  lock table obligation_turns in share mode;
  perform 1 from users where id = any(people) order by id for no key update;
  insert into obligation_changes
  select part.team, hour_of(event.at), sum(sign * event.opened), sum(sign * event.asked),
    sum(sign * event.met), sum(sign * event.overdue), sum(sign * event.due_soon)
  from unnest(people, teams, signs) as part (person, team, sign)
  join all_obligation_events as event on event.user_id = part.person
  group by 1, 2;
  return null;
end $$;
create trigger team_members_change_sums_inserted after insert on team_members
  referencing new table as changed for each statement execute function sum_by_other_teams();
create trigger team_members_change_sums_updated after update on team_members
  referencing old table as before new table as changed for each statement execute function sum_by_other_teams();
create trigger team_members_change_sums_deleted after delete on team_members
  referencing old table as before for each statement execute function sum_by_other_teams();

-- Adds up some of what has come, for a job; false where nothing is left. Two at once take different rows.
create function fold_obligation_changes() returns boolean language sql as $$
  with taken as (
    delete from obligation_changes
    where ctid = any(array(select ctid from obligation_changes limit 50000 for update skip locked))
    returning *
  ), added as (
    insert into obligation_sums as stored
    select subject, span, date_trunc(span, at, 'UTC'),
      sum(opened), sum(asked), sum(met), sum(overdue), sum(due_soon)
    from taken cross join (values ('hour'), ('day'), ('month')) as spans (span)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (subject, span, at) do update set
      opened = stored.opened + excluded.opened, asked = stored.asked + excluded.asked,
      met = stored.met + excluded.met, overdue = stored.overdue + excluded.overdue,
      due_soon = stored.due_soon + excluded.due_soon
  )
  select count(*) = 50000 from taken
$$;

-- When these people were late, from the rows alone: also of the time before there were any.
create function rebuild_overdue_spells(people uuid[]) returns void language plpgsql as $$
begin
  perform 1 from users where id = any(people) order by id for no key update;
  delete from overdue_spells where user_id = any(people);
  insert into overdue_spells (user_id, since, until)
  select user_id, at, next_at
  from (
    select user_id, at, late, lead(at) over (partition by user_id order by at) as next_at
    from (
      select user_id, at, late > 0 as late, late - change > 0 as was_late
      from (
        select user_id, at, change, sum(change) over (partition by user_id order by at) as late
        from (
          select user_id, at, sum(overdue) as change
          from all_obligation_events where overdue <> 0 and user_id = any(people) group by 1, 2
        ) as steps
      ) as running
    ) as edges
    where late <> was_late
  ) as spells
  where late;
end $$;

-- Everything anew from the rows.
create function rebuild_obligation_sums() returns void language plpgsql set work_mem = '64MB' as $$
begin
  lock table obligations, overdue_spells, obligation_changes, obligation_sums in share row exclusive mode;
  perform rebuild_overdue_spells(array_agg(id))
  from (select id, row_number() over (order by id) / 500 as slice from users) as numbered
  group by slice;
  delete from obligation_changes;
  delete from obligation_sums;
  insert into obligation_sums
  select coalesce(item_id, subject), 'hour', hour,
    sum(opened), sum(asked), sum(met), sum(overdue), sum(due_soon)
  from (
    select event.item_id, role_subject(users.role) as subject, hour_of(event.at) as hour,
      event.opened, event.asked, event.met, event.overdue, event.due_soon
    from all_obligation_events as event join users on users.id = event.user_id
  ) as each
  group by grouping sets ((item_id, hour), (subject, hour));
  insert into obligation_sums
  select part.team_id, 'hour', hour_of(event.at),
    sum(opened), sum(asked), sum(met), sum(overdue), sum(due_soon)
  from all_obligation_events as event
  join team_members as part on part.user_id = event.user_id and part.member
  group by 1, 3;
  insert into obligation_sums
  select late_people(), 'hour', hour_of(at), 0, 0, 0, sum(change), 0
  from (
    select since as at, 1 as change from overdue_spells
    union all select until, -1 from overdue_spells where until is not null
  ) as edges
  group by 3;
  insert into obligation_sums
  select subject, wider, date_trunc(wider, at, 'UTC'),
    sum(opened), sum(asked), sum(met), sum(overdue), sum(due_soon)
  from obligation_sums cross join (values ('day'), ('month')) as spans (wider)
  where span = 'hour'
  group by 1, 2, 3;
end $$;

-- How these stood at these moments: by the sums up to the nearest hour, and by the rows of what is between.
create function obligation_figures(moments timestamptz[], subjects uuid[]) returns table (
  moment timestamptz, subject uuid, opened bigint, asked bigint, met bigint, overdue bigint, due_soon bigint
) language sql stable rows 400 as $$
  with each as (
    select at as moment, hour, date_trunc('day', hour, 'UTC') as day, date_trunc('month', hour, 'UTC') as month,
      least(at, hour) - interval '1 microsecond' as since, greatest(at, hour) as until,
      -- What is from the hour to the moment is added, what is from the moment to the hour is taken away.
      case when hour <= at then 1 else -1 end as sign
    from (select distinct unnest(moments) as at) as moments
    cross join lateral hour_of(at + interval '30 minutes') as hour
  ), touched as (
    select each.*, rows.id
    from each cross join lateral (
      select id from obligations where opens_at between since and until
      union
      select id from obligations where coalesce(closed_at, 'infinity') between since and until
      union
      select id from obligations
      where closed_as = 'met' and stands_until is not null and stands_until between since and until
      union
      select id from obligations where coalesce(due_at, 'infinity') between since and until
      union
      select id from obligations
      where coalesce(due_at, 'infinity') between since + interval '168 hours' and until + interval '168 hours'
      union
      select obligation_id from obligation_moves where moved_at between since and until
      union
      select obligation_id from obligation_moves where due_at_before between since and until
      union
      select obligation_id from obligation_moves
      where due_at_before between since + interval '168 hours' and until + interval '168 hours'
    ) as rows
  ), parts as (
    select each.moment, sums.*
    from each cross join unnest(subjects) as asked_for (id) cross join lateral (
      select subject, opened, asked, met, overdue, due_soon from obligation_sums
      where subject = asked_for.id and span = 'month' and at < month
      union all
      select subject, opened, asked, met, overdue, due_soon from obligation_sums
      where subject = asked_for.id and span = 'day' and at >= month and at < day
      union all
      select subject, opened, asked, met, overdue, due_soon from obligation_sums
      where subject = asked_for.id and span = 'hour' and at >= day and at < hour
    ) as sums
    union all
    select each.moment, subject, opened, asked, met, overdue, due_soon
    from obligation_changes join each on at < hour
    where subject = any(subjects)
    union all
    select touched.moment, subject.id, sign * event.opened, sign * event.asked, sign * event.met,
      sign * event.overdue, sign * event.due_soon
    from touched
    cross join lateral (
      -- Row by row, by their keys: how many there are nobody knows beforehand.
      select event.*
      from all_obligation_events as event
      where event.id = touched.id
        and (event.at >= touched.hour and event.at <= touched.moment
          or event.at < touched.hour and event.at > touched.moment)
      offset 0
    ) as event
    cross join lateral (
      select event.item_id as id
      union all
      select subjects_of_people.subject from subjects_of_people where user_id = event.user_id
    ) as subject
    where subject.id = any(subjects)
    union all
    select each.moment, late_people(), 0, 0, 0, sign * spell.change, 0
    from each cross join lateral (
      select spells.since as at, 1 as change from overdue_spells as spells
      where spells.since between each.since and each.until
      union all
      select spells.until, -1 from overdue_spells as spells
      where spells.until is not null and spells.until between each.since and each.until
    ) as spell
    where late_people() = any(subjects)
      and (spell.at >= hour and spell.at <= each.moment or spell.at < hour and spell.at > each.moment)
  )
  select moment, subject, sum(opened), sum(asked), sum(met), sum(overdue), sum(due_soon)
  from parts group by 1, 2
$$;

select rebuild_obligation_sums();
