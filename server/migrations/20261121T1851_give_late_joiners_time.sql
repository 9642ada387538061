-- Since when somebody has been active and has had their role: nobody is late with what was due before.
-- Until today only their account's age is known.
alter table users add column active_since timestamptz, add column role_since timestamptz;
update users set active_since = created_at, role_since = created_at;
create function note_standing() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.active_since := coalesce(new.active_since, new.created_at);
    new.role_since := coalesce(new.role_since, new.created_at);
    return new;
  end if;
  if new.status = 'active' and old.status <> 'active' then new.active_since := now(); end if;
  if new.role <> old.role then new.role_since := now(); end if;
  return new;
end $$;
create trigger users_note_standing before insert or update of status, role on users
  for each row execute function note_standing();

-- When a requirement began to be one of this person.
create function came_under(requirements, users) returns timestamptz language sql stable as $$
  select greatest($1.created_at, $2.active_since, case when $1.role is not null then $2.role_since end)
$$;

-- By when one person must do what is required of many: by the date given, or after so many days. Whoever
-- came under it after the date was set has those days, else a week, if the date leaves less.
create function due_for_person(
  due_at timestamptz, due_set_at timestamptz, since timestamptz, days interval
) returns timestamptz language sql stable as $$
  select case
    when due_at is null then since + days
    when since > due_set_at then greatest(due_at, since + coalesce(days, interval '7 days'))
    else due_at
  end
$$;

-- As before, with each person's own dates.
create or replace view pending_policies as
select
  users.id as user_id,
  policies.id as policy_id,
  min(required.due_at) as due_at,
  min(required.since) as required_since,
  greatest(
    (array_agg(required.due_set_at order by required.due_at, required.due_set_at)
      filter (where required.due_at is not null))[1],
    asked.created_at
  ) as due_set_at
from users
join requirements
  on requirements.user_id = users.id or requirements.role = users.role or requirements.everyone
join policies on policies.id = requirements.policy_id and policies.deleted_at is null
join policy_versions as asked
  on asked.policy_id = policies.id and asked.version = policies.material_version
cross join lateral (
  select
    standing.since,
    case
      when requirements.due_at > asked.created_at
        then due_for_person(requirements.due_at, requirements.due_set_at, standing.since, null)
    end as due_at,
    greatest(requirements.due_set_at, standing.since) as due_set_at
  from (select came_under(requirements, users) as since) as standing
) as required
where users.status = 'active'
  and not exists (
    select from policy_acknowledgments as acknowledged
    where acknowledged.user_id = users.id
      and acknowledged.policy_id = policies.id
      and acknowledged.version >= policies.material_version
  )
group by users.id, policies.id, asked.created_at;

create or replace view pending_tests as
select
  users.id as user_id,
  tests.id as test_id,
  tests.training_id,
  min(required.due_at) as due_at,
  (array_agg(required.due_set_at order by required.due_at, required.due_set_at))[1] as due_set_at,
  min(required.since) as required_since
from users
join requirements
  on requirements.user_id = users.id or requirements.role = users.role or requirements.everyone
join tests on tests.id = requirements.test_id and tests.archived_at is null
left join trainings on trainings.id = tests.training_id
left join lateral (
  select
    certificates.completed_at,
    certificates.completed_at + make_interval(days => tests.retake_threshold) as renewed_at
  from certificates
  where certificates.user_id = users.id and certificates.test_id = tests.id
  order by certificates.completed_at desc
  limit 1
) as done on true
cross join lateral (
  select
    standing.since,
    case
      when done.renewed_at is null or requirements.due_at > done.renewed_at
        then due_for_person(requirements.due_at, requirements.due_set_at, standing.since, allowed.days)
      else greatest(done.renewed_at, standing.since) + allowed.days
    end as due_at,
    greatest(requirements.due_set_at, done.renewed_at, standing.since) as due_set_at
  from (select came_under(requirements, users) as since) as standing
  cross join (select make_interval(days => nullif(trainings.due_days, 0)) as days) as allowed
) as required
where users.status = 'active'
  and (done.completed_at is null or done.renewed_at <= now())
  and not exists (
    select from waivers
    where waivers.user_id = users.id and waivers.test_id = tests.id and waivers.ended_at is null
  )
group by users.id, tests.id;
