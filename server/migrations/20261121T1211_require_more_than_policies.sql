-- A requirement is of one item of a kind: a policy, or a test (a training's quiz is one). The foreign
-- key of test_id comes with the table of tests.
alter table requirements
  alter column policy_id drop not null,
  add column test_id uuid,
  -- When the due date was last set: a reminder whose day was over by then was never missed.
  add column due_set_at timestamptz not null default now(),
  add constraint requirements_one_item check (num_nonnulls(policy_id, test_id) = 1),
  drop constraint requirements_key,
  add constraint requirements_key
    unique nulls not distinct (policy_id, test_id, user_id, role, everyone);
update requirements set due_set_at = created_at;
create index requirements_test_id_idx on requirements (test_id) where test_id is not null;

-- As before, and since when the due date stands.
create or replace view pending_policies as
select
  users.id as user_id,
  policies.id as policy_id,
  min(requirements.due_at) filter (where requirements.due_at > asked.created_at) as due_at,
  min(requirements.created_at) as required_since,
  greatest(
    (array_agg(requirements.due_set_at order by requirements.due_at, requirements.due_set_at)
      filter (where requirements.due_at > asked.created_at))[1],
    asked.created_at
  ) as due_set_at
from users
join requirements
  on requirements.user_id = users.id or requirements.role = users.role or requirements.everyone
join policies on policies.id = requirements.policy_id and policies.deleted_at is null
join policy_versions as asked
  on asked.policy_id = policies.id and asked.version = policies.material_version
where users.status = 'active'
  and not exists (
    select from policy_acknowledgments as acknowledged
    where acknowledged.user_id = users.id
      and acknowledged.policy_id = policies.id
      and acknowledged.version >= policies.material_version
  )
group by users.id, policies.id, asked.created_at;

-- What awaits whom, of every kind, for reminders. A further kind replaces this view by itself and a
-- `union all` of its own; `path` is where the web app shows the item.
create view pending_items as
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
  on text.policy_id = policies.id and text.version = policies.current_version;
