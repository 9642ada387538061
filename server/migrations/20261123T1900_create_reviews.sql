-- Who looks after a policy or training, and when they look through it next (docs/decisions/0061). What has no
-- row has its author and no date.
set local lock_timeout = '10s';

create table reviews (
  item_id uuid primary key,
  kind text not null check (kind in ('policy', 'training')),
  -- The same once more, so that it is one that exists.
  policy_id uuid generated always as (case when kind = 'policy' then item_id end) stored references policies,
  training_id uuid generated always as (case when kind = 'training' then item_id end) stored references trainings,
  -- Null: whoever wrote it.
  owner_id uuid references users,
  review_on date,
  reviewed_at timestamptz,
  reviewed_by uuid references users,
  check ((reviewed_at is null) = (reviewed_by is null))
);
create index reviews_review_on_idx on reviews (review_on) where review_on is not null;
create index reviews_owner_idx on reviews (owner_id) where owner_id is not null;

-- What is in use, with who looks after it. Who is no active admin is asked nothing: all admins are.
create view item_reviews as
select item.kind, item.id, item.title, reviews.owner_id, owner.name as owner_name, author.name as author_name,
  case
    when asked.id is null then 'admins'
    when reviews.owner_id is not null then 'owner'
    else 'author'
  end as asked,
  asked.id as asked_id,
  reviews.review_on, reviews.reviewed_at, reviewer.name as reviewed_by_name
from (
  select 'policy' as kind, policies.id, versions.title, policies.created_by
  from policies join policy_versions as versions
    on versions.policy_id = policies.id and versions.version = policies.current_version
  where policies.deleted_at is null
  union all
  select 'training', id, title, created_by from trainings where archived_at is null
) as item
left join reviews on reviews.item_id = item.id
left join users as owner on owner.id = reviews.owner_id
left join users as author on author.id = item.created_by
left join users as reviewer on reviewer.id = reviews.reviewed_by
left join users as asked on asked.id = coalesce(reviews.owner_id, item.created_by)
  and asked.status = 'active' and asked.deleted_at is null and asked.role = 'admin';
