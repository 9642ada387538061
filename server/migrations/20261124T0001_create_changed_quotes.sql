-- Texts that refer to a paragraph of a policy, and whose authors are asked to look at it again (docs/decisions/0078).
set local lock_timeout = '10s';

-- Every text in which a policy's address may stand, with whoever is asked about it: its owner, else its author; null
-- where that is no active admin.
create view quoting_texts as
select texts.type, texts.id, texts.title, texts.in_use, texts.place, texts.number, texts.text, asked.id as asked_id
from (
  select 'policy' as type, policies.id, versions.title, true as in_use, 'text' as place, null::int as number,
    versions.content as text, policies.created_by
  from policies join policy_versions as versions
    on versions.policy_id = policies.id and versions.version = policies.current_version
  where policies.deleted_at is null
  union all
  select 'process', id, title, status = 'active', 'text', null, description, created_by
  from processes where deleted_at is null
  union all
  select 'process', processes.id, processes.title, status = 'active', 'step', order_number, steps.description,
    created_by
  from process_steps as steps join processes on processes.id = steps.process_id
  where deleted_at is null
  union all
  select 'training', trainings.id, title, true, 'section', order_number, content, created_by
  from training_sections join trainings on trainings.id = training_sections.training_id
  where archived_at is null
  union all
  select case when tests.training_id is null then 'test' else 'training' end, coalesce(tests.training_id, tests.id),
    tests.title, true, 'question', order_number, concat_ws(' ', question, options::text, feedback),
    coalesce(trainings.created_by, tests.created_by)
  from questions join tests on tests.id = questions.test_id
  left join trainings on trainings.id = tests.training_id
  where tests.archived_at is null and trainings.archived_at is null
) as texts
left join reviews on reviews.item_id = texts.id
left join users as asked on asked.id = coalesce(reviews.owner_id, texts.created_by)
  and asked.status = 'active' and asked.deleted_at is null and asked.role = 'admin';

-- One for each text and paragraph. A text that was edited since, or whose paragraph says again what it said, asks
-- nothing any more: that is found when somebody looks, so no other text's save has to keep this.
create table changed_quotes (
  id uuid primary key,
  policy_id uuid not null references policies,
  anchor text not null,
  -- Where the quote stands: as quoting_texts has it.
  item_type text not null check (item_type in ('policy', 'process', 'training', 'test')),
  item_id uuid not null,
  place text not null check (place in ('text', 'step', 'section', 'question')),
  text_sha256 bytea not null check (length(text_sha256) = 32),
  -- The last version in which the paragraph said what the text was written for, and its words.
  version integer not null,
  wording text not null,
  created_at timestamptz not null default now(),
  looked_at timestamptz,
  looked_by uuid references users,
  check ((looked_at is null) = (looked_by is null))
);
create unique index changed_quotes_open_once on changed_quotes (policy_id, anchor, item_id, place, text_sha256)
  where looked_at is null;
create index changed_quotes_item_idx on changed_quotes (item_id) where looked_at is null;
