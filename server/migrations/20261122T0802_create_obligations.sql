-- One thing that one person must do, once (docs/decisions/0036). Rows are never deleted; only their end
-- is written. `settle_obligations` alone writes them.
create table obligations (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('policy', 'test')),
  -- Policies and tests are never removed: a key to both would cost more than it holds.
  item_id uuid not null,
  cycle integer not null check (cycle >= 1),
  -- The material version of a policy.
  version integer check ((version is not null) = (kind = 'policy')),
  opens_at timestamptz not null,
  due_at timestamptz,
  -- Since when that due date stands: a reminder whose day was over by then was never missed.
  due_set_at timestamptz not null,
  -- When somebody moved the due date of this one alone.
  moved_at timestamptz,
  closed_at timestamptz,
  closed_as text check (closed_as in ('met', 'waived', 'withdrawn', 'superseded', 'left')),
  -- The acknowledgment, certificate or waiver that closed it.
  evidence uuid,
  reminded_at timestamptz,
  -- Until when it counts as asked: what is met counts until it is withdrawn or its renewal begins.
  stands_until timestamptz,
  constraint obligations_closed check ((closed_at is null) = (closed_as is null)),
  constraint obligations_evidence check ((evidence is not null) = coalesce(closed_as in ('met', 'waived'), false)),
  constraint obligations_stands check (stands_until is not null or closed_as is null or closed_as = 'met'),
  constraint obligations_cycle_key unique (user_id, item_id, cycle)
);
-- At most one that is not closed. It is also what a person's own list is read from.
create unique index obligations_one_unclosed_idx on obligations (user_id, item_id) where closed_at is null;
create index obligations_due_idx on obligations (coalesce(due_at, 'infinity'), id) where closed_at is null;
create index obligations_item_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id)
  where closed_at is null;
create index obligations_item_closed_idx on obligations (item_id, closed_as, closed_at, id)
  where closed_at is not null;

create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never deleted', tg_table_name using errcode = 'FD002';
end $$;
create trigger obligations_never_deleted before delete on obligations
  for each row execute function refuse_deletion();
create trigger obligations_no_truncate before truncate on obligations
  for each statement execute function refuse_deletion();

-- Due dates that no longer hold, so that a past day is shown as it was.
create table obligation_moves (
  obligation_id uuid not null references obligations,
  moved_at timestamptz not null,
  due_at_before timestamptz,
  primary key (obligation_id, moved_at)
);
create trigger obligation_moves_append_only before update or delete on obligation_moves
  for each row execute function refuse_change();
create trigger obligation_moves_no_truncate before truncate on obligation_moves
  for each statement execute function refuse_change();

-- Items of so many people that a job settles them, slice by slice; the people up to `after_user` are done.
create table obligation_backlog (
  item_id uuid primary key,
  after_user uuid,
  -- Whether rows of the time before obligations have still to be made.
  with_past boolean not null default false,
  added_at timestamptz not null default now()
);

-- Whoever changes who is asked of an item takes one mode of its lock (`row exclusive`), whoever changes
-- who somebody is the other (`share`): two of a kind don't disturb each other, two of different kinds would
-- each miss what the other writes. It stays empty; a table without a column can't be copied.
create table obligation_turns (turn integer);

-- UUIDv7, as the program makes them; PostgreSQL has its own from version 18 on.
create function new_uuid() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The first end of this day of a year whose window had not begun `after` that moment. A time zone that
-- PostgreSQL doesn't know must not stop anybody's obligations: then it is UTC's.
create function next_day_of_year(
  after timestamptz, on_month integer, on_day integer, window_days integer, zone text
) returns timestamptz language plpgsql stable as $$
declare
  first_year integer := extract(year from after at time zone 'UTC')::integer - 1;
  first_one timestamptz;
begin
  select min(moment) into first_one
  from generate_series(first_year, first_year + 4) as year
  cross join lateral (
    select (
      least(
        make_date(year, on_month, 1) + (on_day - 1),
        (make_date(year, on_month, 1) + interval '1 month' - interval '1 day')::date
      ) + time '23:59:59'
    ) at time zone zone as moment
  ) as days
  where moment - make_interval(days => window_days) > after;
  return first_one;
exception when invalid_parameter_value then
  return next_day_of_year(after, on_month, on_day, window_days, 'UTC');
end $$;

-- What should be, of one person and item, at a moment.
create type obligation_wanted as (
  user_id uuid,
  item_id uuid,
  kind text,
  -- Whether the person is active.
  here boolean,
  -- 'none', 'open', 'waived', or 'met', perhaps with a renewal to come.
  status text,
  version integer,
  -- Of what is met or was, before it has to be done again.
  evidence uuid,
  done_at timestamptz,
  waiver uuid,
  -- Since when the item, in its version of now, is asked of them.
  asked_since timestamptz,
  -- Since when it is asked for, in this cycle or, of what is met, in the next one (null: never again).
  opens_at timestamptz,
  due_at timestamptz,
  due_set_at timestamptz
);

-- The rule itself. Each lookup is by an index whatever the number of people, so one plan fits all.
create function obligations_wanted(people uuid[], items uuid[], moment timestamptz)
  returns setof obligation_wanted language sql stable rows 1000 as $$
  select
    users.id, pair.item_id,
    case when policies.id is null then 'test' else 'policy' end,
    standing.here,
    outcome.status,
    policies.material_version,
    done.evidence, done.done_at,
    waiver.id,
    greatest(required.since, asked.created_at),
    case
      when outcome.status = 'met' then case when waiver.id is null then required.again_at end
      else greatest(required.since, lapsed.again_at, asked.created_at)
    end,
    required.due_at,
    coalesce(required.due_set_at, moment)
  from unnest(people, items) as pair (user_id, item_id)
  join users on users.id = pair.user_id
  left join policies on policies.id = pair.item_id
  left join policy_versions as asked
    on asked.policy_id = policies.id and asked.version = policies.material_version
  left join tests on tests.id = pair.item_id
  left join trainings on trainings.id = tests.training_id
  left join lateral (
    select acknowledged.id as evidence, acknowledged.acknowledged_at as done_at
    from policy_acknowledgments as acknowledged
    where acknowledged.user_id = users.id and acknowledged.policy_id = policies.id
      and acknowledged.version >= policies.material_version
    union all
    select certificates.id, certificates.completed_at
    from certificates
    where certificates.user_id = users.id and certificates.test_id = tests.id
    order by done_at desc
    limit 1
  ) as done on true
  left join lateral (
    select waivers.id from waivers
    where waivers.user_id = users.id and waivers.item_id = pair.item_id and waivers.ended_at is null
  ) as waiver on true
  cross join lateral (
    select
      users.status = 'active' and users.deleted_at is null as here,
      coalesce(policies.deleted_at is null, true) and coalesce(tests.archived_at is null, true) as live,
      done.done_at + make_interval(days => tests.retake_threshold) as retake_at,
      make_interval(days => nullif(trainings.due_days, 0)) as days
  ) as standing
  left join lateral (
    select
      min(since) as since,
      min(again_at) as again_at,
      min(own_due) as due_at,
      (array_agg(own_due_set order by own_due, own_due_set))[1] as due_set_at
    from (
      select applying.*, dues.*
      from (
        select requirement.*, renewal.next_due, renewal.next_opens,
          min(least(renewal.next_opens, standing.retake_at)) over () as again_at
        from (
          select one.*, greatest(one.created_at, users.active_since) as since
          from requirements as one where one.item_id = pair.item_id and one.user_id = users.id
          union all
          select one.*, greatest(one.created_at, users.active_since, users.role_since)
          from requirements as one
          where one.item_id = pair.item_id and one.user_id is null and one.role = users.role
          union all
          select one.*, greatest(one.created_at, users.active_since, part.since)
          from team_members as part
          join requirements as one
            on one.item_id = pair.item_id and one.user_id is null and one.role is null
            and one.team_id = part.team_id
          where part.user_id = users.id and part.member
          union all
          select one.*, greatest(one.created_at, users.active_since)
          from requirements as one
          where one.item_id = pair.item_id and one.user_id is null and one.role is null
            and one.team_id is null and one.everyone
        ) as requirement
        cross join lateral (
          select due as next_due, due - make_interval(days => requirement.window_days) as next_opens
          from (
            select coalesce(
              done.done_at + make_interval(days => requirement.every_days),
              done.done_at + make_interval(months => requirement.every_months),
              case when requirement.on_month is not null and done.done_at is not null then
                next_day_of_year(
                  done.done_at, requirement.on_month, requirement.on_day, requirement.window_days,
                  (select coalesce(time_zone, 'UTC') from settings)
                )
              end
            ) as due
          ) as next
        ) as renewal
      ) as applying
      cross join lateral (
        select
          coalesce(applying.again_at, asked.created_at, '-infinity') as began,
          greatest(applying.since, applying.recurs_since) as asked_at
      ) as start
      cross join lateral (
        select
          case
            when applying.due_at > start.began
              then due_for_person(applying.due_at, applying.due_set_at, applying.since, standing.days)
            when applying.again_at is not null then least(
              case when start.asked_at > applying.next_opens
                then greatest(
                  applying.next_due, start.asked_at + coalesce(standing.days, interval '7 days')
                )
                else applying.next_due
              end,
              greatest(standing.retake_at, applying.since) + standing.days
            )
            when done.done_at is not null then null
            else least(
              case when applying.on_month is not null then first_cycle.due end,
              applying.since + standing.days
            )
          end as own_due,
          greatest(
            applying.due_set_at, applying.since, applying.again_at, asked.created_at
          ) as own_due_set
        from (
          select case when applying.on_month is not null and done.done_at is null then
            case
              when applying.since > applying.recurs_since
                then greatest(day.due, applying.since + coalesce(standing.days, interval '7 days'))
              else day.due
            end
          end as due
          from (
            select case when applying.on_month is not null then next_day_of_year(
              greatest(start.asked_at, asked.created_at), applying.on_month, applying.on_day, 0,
              (select coalesce(time_zone, 'UTC') from settings)
            ) end as due
          ) as day
        ) as first_cycle
      ) as dues
    ) as each
  ) as required on standing.here and standing.live
  cross join lateral (
    select case when required.again_at <= moment then required.again_at end as again_at
  ) as lapsed
  cross join lateral (
    select case
      when required.since is null then 'none'
      when done.evidence is not null and lapsed.again_at is null then 'met'
      when waiver.id is not null then 'waived'
      else 'open'
    end as status
  ) as outcome
$$;

-- Makes the rows of these pairs of a person and an item what they should be, whatever has changed, and
-- returns how many rows it wrote. The people are held first: what another transaction changes about them
-- is seen when it is over, and it sees this. With `past`, what was before has the times it had.
create function settle_obligations(people uuid[], items uuid[], past boolean default false)
  returns integer language plpgsql as $$
declare
  this_moment constant timestamptz := now();
  wanted obligation_wanted[];
  changed integer := 0;
  written integer;
begin
  if coalesce(cardinality(people), 0) = 0 then return 0; end if;
  perform 1 from users where id in (select unnest(people)) order by id for no key update;
  wanted := array(
    select one from obligations_wanted(
      array(select person from unnest(people, items) as pair (person, item) group by person, item order by person, item),
      array(select item from unnest(people, items) as pair (person, item) group by person, item order by person, item),
      this_moment
    ) as one
  );

  -- What is not closed and should be.
  update obligations as stored
  set closed_at = ending.at, closed_as = ending.as_what,
    evidence = case ending.as_what when 'met' then want.evidence when 'waived' then want.waiver end,
    stands_until = case when ending.as_what <> 'met' then ending.at end
  from unnest(wanted) as want
  cross join lateral (
    select old.id, old.opens_at <= this_moment as opened, old.version
    from obligations as old
    where old.user_id = want.user_id and old.item_id = want.item_id and old.closed_at is null
  ) as found
  cross join lateral (
    select this_moment as at, case want.status
      when 'none' then case when want.here then 'withdrawn' else 'left' end
      when 'waived' then case when found.opened then 'waived' else 'withdrawn' end
      when 'open' then case
        when found.opened and found.version is distinct from want.version then 'superseded'
      end
      when 'met' then case
        -- What they had done before counts again: it was not this that closed it.
        when found.opened then case
          when exists (
            select from obligations as before
            where before.user_id = want.user_id and before.item_id = want.item_id
              and before.evidence = want.evidence
          ) then 'withdrawn' else 'met'
        end
        when want.opens_at is null then 'withdrawn'
      end
    end as as_what
  ) as ending
  where stored.id = found.id and ending.as_what is not null;
  get diagnostics written = row_count;
  changed := changed + written;

  -- Until when what was met counts.
  update obligations as stored
  set stands_until = case when want.status = 'met' then want.opens_at else this_moment end
  from unnest(wanted) as want
  where stored.user_id = want.user_id and stored.item_id = want.item_id and stored.closed_as = 'met'
    and (stored.stands_until is null or stored.stands_until > this_moment)
    and stored.stands_until is distinct from
      case when want.status = 'met' then want.opens_at else this_moment end;
  get diagnostics written = row_count;
  changed := changed + written;

  -- What stays has the due date of now; what has not begun yet may begin at another time.
  with moved as (
    select stored.id, stored.due_at as due_at_before, stored.opens_at <= this_moment as opened,
      want.status, want.version, want.opens_at, due.*
    from unnest(wanted) as want
    join obligations as stored
      on stored.user_id = want.user_id and stored.item_id = want.item_id and stored.closed_at is null
    cross join lateral (
      -- A date that was set for this one alone holds until another one is set for many.
      select
        case when kept then stored.due_at else want.due_at end as due_at,
        case when kept then stored.due_set_at else want.due_set_at end as due_set_at,
        case when kept then stored.moved_at end as moved_at
      from (
        select coalesce(stored.moved_at >= want.due_set_at, false) as kept
      ) as one
    ) as due
    where want.status in ('open', 'met') and (
      stored.due_at is distinct from due.due_at
      or stored.due_set_at <> due.due_set_at
      or (stored.opens_at > this_moment and (
        want.status = 'open' or stored.opens_at <> want.opens_at or stored.version is distinct from want.version
      ))
    )
  ), noted as (
    insert into obligation_moves (obligation_id, moved_at, due_at_before)
    select id, this_moment, due_at_before from moved
    where opened and due_at_before is distinct from due_at
    on conflict do nothing
  )
  update obligations as stored
  set due_at = moved.due_at, due_set_at = moved.due_set_at, moved_at = moved.moved_at,
    version = moved.version,
    opens_at = case
      when moved.opened then stored.opens_at
      when moved.status = 'open' then this_moment
      else moved.opens_at
    end
  from moved where stored.id = moved.id;
  get diagnostics written = row_count;
  changed := changed + written;

  -- What was done, or waived, before it was asked for.
  insert into obligations (
    id, user_id, kind, item_id, cycle, version, opens_at, due_at, due_set_at,
    closed_at, closed_as, evidence, stands_until
  )
  select new_uuid(), want.user_id, want.kind, want.item_id, last.cycle + 1, want.version,
    case when past then least(want.asked_since, closing.at) else this_moment end,
    null, this_moment, closing.at, want.status,
    case want.status when 'met' then want.evidence else want.waiver end,
    case want.status when 'met' then want.opens_at else closing.at end
  from unnest(wanted) as want
  cross join lateral (
    select coalesce(max(cycle), 0) as cycle,
      bool_or(closed_as = 'met' and (stands_until is null or stands_until > this_moment)) as stands,
      bool_or(closed_as = 'waived' and evidence = want.waiver) as waived
    from obligations where user_id = want.user_id and item_id = want.item_id
  ) as last
  cross join lateral (
    select case when past and want.status = 'met' then want.done_at else this_moment end as at
  ) as closing
  where (want.status = 'met' and last.stands is not true)
    or (want.status = 'waived' and last.waived is not true);
  get diagnostics written = row_count;
  changed := changed + written;

  -- What is to be done, and what will be.
  insert into obligations (
    id, user_id, kind, item_id, cycle, version, opens_at, due_at, due_set_at
  )
  select new_uuid(), want.user_id, want.kind, want.item_id, last.cycle + 1, want.version,
    case when want.status = 'met' or past then want.opens_at else this_moment end,
    want.due_at, want.due_set_at
  from unnest(wanted) as want
  cross join lateral (
    select coalesce(max(cycle), 0) as cycle, bool_or(closed_at is null) as unclosed
    from obligations where user_id = want.user_id and item_id = want.item_id
  ) as last
  where last.unclosed is not true
    and (want.status = 'open' or (want.status = 'met' and want.opens_at is not null));
  get diagnostics written = row_count;
  return changed + written;
end $$;
