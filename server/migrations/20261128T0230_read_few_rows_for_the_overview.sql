-- Figures of a moment are those of a whole hour and what is between: from the hour from which that is less. It was the
-- nearer one, and in the half hour after something was asked of very many each of their rows was read: three seconds for
-- each 100,000, and none at all where that took longer than a look may.
set local lock_timeout = '10s';

-- Those that began or ceased to count, to be late or to be due soon between these moments, some of them more than once.
create function changed_obligations(since timestamptz, until timestamptz) returns setof uuid language sql stable rows 100 as $$
  select id from obligations where closed_at is null and opens_at between since and until
  union all
  select id from obligations where closed_at is not null and opens_at between since and until
  union all
  select id from obligations where closed_at between since and until
  union all
  select id from obligations
  where closed_as = 'met' and stands_until is not null and stands_until between since and until
  union all
  select id from obligations where closed_at is null and coalesce(due_at, 'infinity') between since and until
  union all
  select id from obligations where closed_at is not null and coalesce(due_at, 'infinity') between since and until
  union all
  select id from obligations
  where closed_at is null
    and coalesce(due_at, 'infinity') between since + interval '168 hours' and until + interval '168 hours'
  union all
  select id from obligations
  where closed_at is not null
    and coalesce(due_at, 'infinity') between since + interval '168 hours' and until + interval '168 hours'
  union all
  select obligation_id from obligation_moves where moved_at between since and until
  union all
  select obligation_id from obligation_moves where due_at_before between since and until
  union all
  select obligation_id from obligation_moves
  where due_at_before between since + interval '168 hours' and until + interval '168 hours'
$$;

create or replace function obligation_figures(moments timestamptz[], subjects uuid[])
returns table (moment timestamptz, subject uuid, opened bigint, asked bigint, met bigint, overdue bigint, due_soon bigint)
language sql stable rows 400 as $$
  with each as (
    select at as moment, hour, date_trunc('day', hour, 'UTC') as day, date_trunc('month', hour, 'UTC') as month,
      since, until,
      -- What is from the hour to the moment is added, what is from the moment to the hour is taken away.
      case when hour <= at then 1 else -1 end as sign
    from (select distinct unnest(moments) as at) as moments
    -- From the hour before or the one after, from which fewer rows have to be read: what has just been asked of very
    -- many is before the moment, and the hour after it has it in its sums.
    cross join lateral (
      select hour, since, until
      from (values (hour_of(at)), (hour_of(at) + interval '1 hour')) as two (hour)
      cross join lateral (
        select least(at, hour) - interval '1 microsecond' as since, greatest(at, hour) as until
      ) as span
      order by
        (select count(*) from (select from changed_obligations(since, until) limit 1000) as few), until - since
      limit 1
    ) as nearest
  ), touched as (
    select each.*, rows.id
    from each cross join lateral (
      select distinct id from changed_obligations(since, until) as id
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
