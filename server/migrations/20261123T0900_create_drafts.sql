-- Policies and trainings that are being written, apart from those that people read: nothing of a draft is
-- live before it is published (docs/decisions/0055).
set local lock_timeout = '10s';

create table drafts (
  id uuid primary key,
  kind text not null check (kind in ('policy', 'training')),
  -- What publishing changes; null: it makes something new.
  item_id uuid,
  -- The same once more, so that it is one that exists.
  policy_id uuid generated always as (case when kind = 'policy' then item_id end) stored references policies,
  training_id uuid generated always as (case when kind = 'training' then item_id end) stored references trainings,
  -- The revision of that item on which it was begun.
  based_on integer,
  -- What would be sent to add or save the item; it may be incomplete.
  body jsonb not null check (octet_length(body::text) <= 4000000),
  revision integer not null default 1,
  created_by uuid not null references users,
  last_updated_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it is to be published, and in whose name.
  publish_at timestamptz,
  publish_by uuid references users,
  -- Why that did not happen, in a sentence.
  publish_failed text check (publish_failed <> ''),
  -- Two people who begin to change one item work on one draft.
  unique (item_id),
  check ((item_id is null) = (based_on is null)),
  check ((publish_at is null) = (publish_by is null)),
  check (publish_at is null or publish_failed is null)
);
create index drafts_list_idx on drafts (updated_at desc, id desc);
create index drafts_due_idx on drafts (publish_at) where publish_at is not null;

create table draft_comments (
  id uuid primary key,
  draft_id uuid not null references drafts on delete cascade,
  author_id uuid not null references users,
  body text not null check (body <> ''),
  created_at timestamptz not null default now()
);
create index draft_comments_list_idx on draft_comments (draft_id, created_at, id);

-- What becomes of what somebody wrote.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (
  kind in ('asked', 'due_soon', 'handed_over', 'mentioned', 'result', 'certificate', 'renewal', 'authoring')
) not valid;
alter table notification_choices drop constraint notification_choices_kind_check;
alter table notification_choices add constraint notification_choices_kind_check check (
  kind in ('asked', 'due_soon', 'handed_over', 'mentioned', 'result', 'certificate', 'renewal', 'authoring')
);
create or replace function default_mail_choice(kind text) returns text language sql immutable as $$
  select case
    when kind in ('handed_over', 'mentioned', 'authoring') then 'at_once'
    when kind = 'due_soon' then 'digest'
    else 'off'
  end
$$;
