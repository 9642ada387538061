-- So many people of one item are settled within the change itself; more are for the job.
create function most_at_once() returns integer language sql immutable as $$ select 2000 $$;

-- The job holds so many people at a time: whoever signs something meanwhile waits for milliseconds.
create function slice_of_people() returns integer language sql immutable as $$ select 500 $$;

-- Leaves items to the job, from their first person on.
create function put_off_items(items uuid[], past boolean default false) returns void language sql as $$
  insert into obligation_backlog (item_id, with_past)
  select item, past from (select distinct unnest(items) as item) as each order by item
  on conflict (item_id) do update
    set after_user = null, added_at = now(),
      with_past = obligation_backlog.with_past or excluded.with_past
$$;

-- Whoever adds to the backlog asks for the job, in the same transaction.
create function ask_for_settling() returns trigger language plpgsql as $$
begin
  -- The tables of jobs come after the first start's migration.
  if to_regprocedure('graphile_worker.add_job(text, json, text, timestamptz, integer, text, integer, text[], text)') is not null then
    execute 'select graphile_worker.add_job(''settle_obligations'', ''{}'', queue_name => ''settle_obligations'', job_key => ''settle_obligations'', max_attempts => 25)';
  end if;
  return null;
end $$;
create trigger obligation_backlog_added after insert on obligation_backlog
  for each statement execute function ask_for_settling();

-- Settles pairs, however many.
create function settle_pairs(people uuid[], items uuid[]) returns void language plpgsql as $$
declare
  most constant integer := most_at_once();
  first integer := 1;
begin
  while first <= coalesce(cardinality(people), 0) loop
    perform settle_obligations(people[first:first + most - 1], items[first:first + most - 1]);
    first := first + most;
  end loop;
end $$;

-- Everybody who may have to do with an item: of whom it is asked, and who has rows of it.
create function people_of_item(item uuid) returns setof uuid language sql stable rows 1000 as $$
  select one.user_id from requirements as one where one.item_id = item and one.user_id is not null
  union
  select users.id from requirements as one join users on users.role = one.role
  where one.item_id = item and users.status = 'active'
  union
  select part.user_id from requirements as one join team_members as part on part.team_id = one.team_id
  where one.item_id = item and part.member
  union
  select users.id from requirements as one join users on one.everyone
  where one.item_id = item and users.status = 'active'
  union
  select stored.user_id from obligations as stored
  where stored.item_id = item and (
    stored.closed_at is null
    or (stored.closed_as = 'met' and (stored.stands_until is null or stored.stands_until > now()))
  )
$$;

-- Settles everybody of these items, or leaves them to the job.
create function settle_items(items uuid[]) returns void language plpgsql as $$
declare
  item uuid;
  people uuid[];
begin
  lock table obligation_turns in row exclusive mode;
  foreach item in array items loop
    people := array(select person from people_of_item(item) as person limit most_at_once() + 1);
    if cardinality(people) > most_at_once() then
      perform put_off_items(array[item]);
    else
      perform settle_obligations(people, array_fill(item, array[cardinality(people)]));
    end if;
  end loop;
end $$;

-- Settles everything of these people.
create function settle_people(ids uuid[]) returns void language plpgsql as $$
declare
  people uuid[];
  items uuid[];
begin
  lock table obligation_turns in share mode;
  with pairs as (
    select users.id as person, one.item_id as item
    from users join requirements as one on one.user_id = users.id
    where users.id = any(ids)
    union
    select users.id, one.item_id
    from users join requirements as one
      on one.user_id is null and (one.role = users.role or one.everyone)
    where users.id = any(ids)
    union
    select part.user_id, one.item_id
    from team_members as part join requirements as one on one.team_id = part.team_id
    where part.user_id = any(ids) and part.member
    union
    select stored.user_id, stored.item_id from obligations as stored where stored.user_id = any(ids)
  )
  select array_agg(person order by person, item), array_agg(item order by person, item)
  into people, items from pairs;
  -- Such as an import of thousands.
  if cardinality(people) > 10 * most_at_once() then
    perform put_off_items(items);
  else
    perform settle_pairs(people, items);
  end if;
end $$;

-- Settles the next people of one item of the backlog; false where there is none. Several nodes may do so at
-- once: each takes another item.
create function settle_backlog_slice() returns boolean language plpgsql as $$
declare
  next record;
  people uuid[];
begin
  select item_id, after_user, with_past into next from obligation_backlog
  order by added_at, item_id limit 1 for update skip locked;
  if not found then return false; end if;
  people := array(
    select id from users where next.after_user is null or id > next.after_user
    order by id limit slice_of_people()
  );
  if next.with_past then perform remember_obligations(people, next.item_id); end if;
  perform settle_obligations(
    people, array_fill(next.item_id, array[cardinality(people)]), next.with_past
  );
  if cardinality(people) < slice_of_people() then
    delete from obligation_backlog where item_id = next.item_id;
  else
    update obligation_backlog set after_user = people[cardinality(people)] where item_id = next.item_id;
  end if;
  return true;
end $$;

-- The rows that there would be of the time before obligations, as far as records tell: each material
-- version of a policy, and each completion of a test, from when it was asked for to when it was done.
create function remember_obligations(people uuid[], item uuid) returns void language sql as $$
  with asked as (
    select users.id as user_id, min(applying.since) as since
    from users
    cross join lateral (
      select greatest(one.created_at, users.active_since, case when one.role is not null then users.role_since end)
      from requirements as one
      where one.item_id = item
        and (one.user_id = users.id or one.role = users.role or one.everyone)
    ) as applying (since)
    where users.id = any(people) and users.status = 'active' and users.deleted_at is null
      and not exists (select from obligations where user_id = users.id and item_id = item)
    group by users.id
  ), past as (
    select asked.user_id, 'policy' as kind, texts.version,
      greatest(asked.since, texts.created_at) as opens_at,
      least(done.at, texts.replaced_at) as closed_at,
      case when done.id is null then 'superseded' else 'met' end as closed_as,
      done.id as evidence,
      texts.replaced_at as stands_until
    from asked
    join (
      select version, created_at, lead(created_at) over (order by version) as replaced_at
      from policy_versions where policy_id = item and material
    ) as texts on texts.replaced_at > asked.since
    left join lateral (
      select id, acknowledged_at as at from policy_acknowledgments as signed
      where signed.user_id = asked.user_id and signed.policy_id = item
        and signed.version >= texts.version and signed.acknowledged_at < texts.replaced_at
      order by acknowledged_at limit 1
    ) as done on true
    union all
    select asked.user_id, 'test', null,
      least(greatest(asked.since, done.lapsed_at), done.completed_at), done.completed_at, 'met', done.id,
      done.completed_at + make_interval(days => done.retake_threshold)
    from asked
    join (
      select certificates.id, certificates.user_id, completed_at, tests.retake_threshold,
        lag(completed_at) over before + make_interval(days => tests.retake_threshold) as lapsed_at,
        lead(completed_at) over before as next_at
      from certificates join tests on tests.id = certificates.test_id
      where certificates.test_id = item and certificates.user_id = any(people)
      window before as (partition by certificates.user_id order by completed_at)
    ) as done
      -- What was done again before it had to be only put the renewal off.
      on done.user_id = asked.user_id and done.next_at is not null
      and done.completed_at + make_interval(days => done.retake_threshold) <= done.next_at
  )
  insert into obligations (
    id, user_id, kind, item_id, cycle, version, opens_at, due_set_at, closed_at, closed_as, evidence, stands_until
  )
  select new_uuid(), user_id, kind, item,
    row_number() over (partition by user_id order by closed_at),
    version, least(opens_at, closed_at), least(opens_at, closed_at), closed_at, closed_as, evidence, stands_until
  from past
$$;

-- What is asked of whom.
create function keep_obligations_of_requirements() returns trigger language plpgsql as $$
declare
  people uuid[];
  items uuid[];
begin
  if exists (select from changed where user_id is null) then
    lock table obligation_turns in row exclusive mode;
  end if;
  select array_agg(person), array_agg(item) into people, items from (
    select distinct audience.person, changed.item_id as item
    from changed cross join lateral (
      select changed.user_id as person where changed.user_id is not null
      union all
      select users.id from users where users.role = changed.role and users.status = 'active'
      union all
      select part.user_id from team_members as part where part.team_id = changed.team_id and part.member
      union all
      select users.id from users where changed.everyone and users.status = 'active'
    ) as audience
    limit most_at_once() + 1
  ) as pairs;
  if cardinality(people) > most_at_once() then
    perform put_off_items(array(select distinct item_id from changed));
  elsif cardinality(people) > 0 then
    perform settle_obligations(people, items);
  end if;
  return null;
end $$;
create trigger requirements_keep_obligations_inserted after insert on requirements
  referencing new table as changed for each statement execute function keep_obligations_of_requirements();
create trigger requirements_keep_obligations_updated after update on requirements
  referencing new table as changed for each statement execute function keep_obligations_of_requirements();
create trigger requirements_keep_obligations_deleted after delete on requirements
  referencing old table as changed for each statement execute function keep_obligations_of_requirements();

-- Who somebody is.
create function keep_obligations_of_new_people() returns trigger language plpgsql as $$
begin
  perform settle_people(array(select id from changed where status = 'active'));
  return null;
end $$;
create trigger users_keep_obligations_inserted after insert on users
  referencing new table as changed for each statement execute function keep_obligations_of_new_people();

create function keep_obligations_of_person() returns trigger language plpgsql as $$
begin
  perform settle_people(array[new.id]);
  return null;
end $$;
create trigger users_keep_obligations_updated
  after update of status, role, deleted_at, active_since, role_since on users for each row
  when (
    (old.status, old.role, old.deleted_at, old.active_since, old.role_since)
    is distinct from (new.status, new.role, new.deleted_at, new.active_since, new.role_since)
  )
  execute function keep_obligations_of_person();

create function keep_obligations_of_members() returns trigger language plpgsql as $$
begin
  perform settle_people(array(select distinct user_id from changed));
  return null;
end $$;
create trigger team_members_keep_obligations_inserted after insert on team_members
  referencing new table as changed for each statement execute function keep_obligations_of_members();
create trigger team_members_keep_obligations_updated after update on team_members
  referencing new table as changed for each statement execute function keep_obligations_of_members();
create trigger team_members_keep_obligations_deleted after delete on team_members
  referencing old table as changed for each statement execute function keep_obligations_of_members();

-- What an item is.
create function keep_obligations_of_item() returns trigger language plpgsql as $$
begin
  perform settle_items(array[new.id]);
  return null;
end $$;
create trigger policies_keep_obligations after update of material_version, deleted_at on policies
  for each row
  when ((old.material_version, old.deleted_at) is distinct from (new.material_version, new.deleted_at))
  execute function keep_obligations_of_item();
create trigger tests_keep_obligations after update of retake_threshold, archived_at on tests
  for each row
  when ((old.retake_threshold, old.archived_at) is distinct from (new.retake_threshold, new.archived_at))
  execute function keep_obligations_of_item();

create function keep_obligations_of_training() returns trigger language plpgsql as $$
begin
  perform settle_items(array(select id from tests where training_id = new.id));
  return null;
end $$;
create trigger trainings_keep_obligations after update of due_days on trainings
  for each row when (old.due_days is distinct from new.due_days)
  execute function keep_obligations_of_training();

create function keep_obligations_of_days() returns trigger language plpgsql as $$
begin
  perform settle_items(array(select distinct item_id from requirements where on_month is not null order by 1));
  return null;
end $$;
create trigger settings_keep_obligations after update of time_zone on settings
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function keep_obligations_of_days();

-- What somebody has done, or need not do.
create function keep_obligations_of_acknowledgments() returns trigger language plpgsql as $$
begin
  perform settle_pairs(
    array(select user_id from changed order by sequence),
    array(select policy_id from changed order by sequence)
  );
  return null;
end $$;
create trigger policy_acknowledgments_keep_obligations after insert on policy_acknowledgments
  referencing new table as changed for each statement execute function keep_obligations_of_acknowledgments();

create function keep_obligations_of_certificates() returns trigger language plpgsql as $$
begin
  perform settle_pairs(
    array(select user_id from changed order by id), array(select test_id from changed order by id)
  );
  return null;
end $$;
create trigger certificates_keep_obligations after insert on certificates
  referencing new table as changed for each statement execute function keep_obligations_of_certificates();

create function keep_obligations_of_waivers() returns trigger language plpgsql as $$
begin
  perform settle_pairs(
    array(select user_id from changed order by id), array(select item_id from changed order by id)
  );
  return null;
end $$;
create trigger waivers_keep_obligations_inserted after insert on waivers
  referencing new table as changed for each statement execute function keep_obligations_of_waivers();
create trigger waivers_keep_obligations_updated after update on waivers
  referencing new table as changed for each statement execute function keep_obligations_of_waivers();

-- What awaits whom, by the rows. Servers of before may read them while this step is taken.
create or replace view pending_policies as
select user_id, item_id as policy_id, due_at, opens_at as required_since, due_set_at
from obligations
where kind = 'policy' and closed_at is null and opens_at <= now();

create or replace view pending_tests as
select
  stored.user_id, stored.item_id as test_id, tests.training_id, stored.due_at, stored.due_set_at,
  stored.opens_at as required_since
from obligations as stored join tests on tests.id = stored.item_id
where stored.kind = 'test' and stored.closed_at is null and stored.opens_at <= now();

-- Completions of tests and trainings, and whether they have to be renewed, or had to: after the days of
-- the test, or because a requirement that recurs has asked again. What was withdrawn asks for nothing;
-- what was closed the moment it opened had been done before.
create view completions as
select
  done.id, done.user_id, done.test_id, done.completed_at, done.code,
  coalesce(done.completed_at + make_interval(days => tests.retake_threshold) <= now(), false)
  or exists (
    select from obligations as renewal
    where renewal.user_id = done.user_id and renewal.item_id = done.test_id
      and renewal.opens_at > done.completed_at and renewal.opens_at <= now()
      and (renewal.closed_at is null or (
        renewal.closed_as in ('met', 'waived') and renewal.closed_at > renewal.opens_at
        and renewal.evidence <> done.id
      ))
  ) as lapsed
from certificates as done join tests on tests.id = done.test_id;

-- Rows for what there was before: a job makes them, and a server that starts waits for it.
select put_off_items(array(select distinct item_id from requirements), true);
