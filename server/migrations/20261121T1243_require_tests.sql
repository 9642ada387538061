alter table training_links
  add constraint training_links_document_id_fkey foreign key (document_id) references documents;

alter table requirements
  add constraint requirements_test_id_fkey foreign key (test_id) references tests;

-- What awaits whom: required, not waived, and not completed, or completed so long ago that it is due
-- again. A due date from before that renewal was meant for the time before it, and no longer counts;
-- without one, a training gives its own days, 0 for as long as one likes.
create view pending_tests as
select
  users.id as user_id,
  tests.id as test_id,
  tests.training_id,
  min(required.due_at) as due_at,
  (array_agg(required.due_set_at order by required.due_at, required.due_set_at))[1] as due_set_at,
  min(requirements.created_at) as required_since
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
    case
      when done.renewed_at is null or requirements.due_at > done.renewed_at
        then coalesce(requirements.due_at, requirements.created_at + allowed.days)
      else done.renewed_at + allowed.days
    end as due_at,
    greatest(requirements.due_set_at, done.renewed_at) as due_set_at
  from (select make_interval(days => nullif(trainings.due_days, 0)) as days) as allowed
) as required
where users.status = 'active'
  and (done.completed_at is null or done.renewed_at <= now())
  and not exists (
    select from waivers
    where waivers.user_id = users.id and waivers.test_id = tests.id and waivers.ended_at is null
  )
group by users.id, tests.id;

-- As before, and tests and trainings.
create or replace view pending_items as
select
  pending.user_id,
  'policy' as kind,
  pending.policy_id as item_id,
  text.title,
  '/policies/' || pending.policy_id as path,
  pending.due_at,
  pending.due_set_at,
  pending.required_since
from pending_policies as pending
join policies on policies.id = pending.policy_id
join policy_versions as text
  on text.policy_id = policies.id and text.version = policies.current_version
union all
select
  pending.user_id,
  case when pending.training_id is null then 'test' else 'training' end as kind,
  pending.test_id as item_id,
  tests.title,
  case
    when pending.training_id is null then '/tests/' || pending.test_id
    else '/training/' || pending.training_id
  end as path,
  pending.due_at,
  pending.due_set_at,
  pending.required_since
from pending_tests as pending
join tests on tests.id = pending.test_id;
