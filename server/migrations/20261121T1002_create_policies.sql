create table policies (
  id uuid primary key,
  description text,
  category text,
  current_version integer not null check (current_version >= 1),
  -- The newest version that asked everyone to acknowledge again.
  material_version integer not null check (material_version between 1 and current_version),
  -- Counts every saved change, for If-Match.
  revision integer not null default 1,
  created_by uuid references users,
  last_updated_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table policy_versions (
  policy_id uuid not null references policies,
  version integer not null check (version >= 1),
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  -- Of the title and the content exactly as stored; see docs/evidence.md.
  content_sha256 bytea not null check (length(content_sha256) = 32),
  material boolean not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (policy_id, version)
);
create trigger policy_versions_append_only before update or delete on policy_versions
  for each row execute function refuse_change();
create trigger policy_versions_no_truncate before truncate on policy_versions
  for each statement execute function refuse_change();

-- Deferred: a policy and its first version come into being together.
alter table policies add constraint policies_current_version_fkey
  foreign key (id, current_version) references policy_versions (policy_id, version)
  deferrable initially deferred;

-- Who must do an item: one person, a role, or everyone; roles and everyone include later joiners.
create table requirements (
  id uuid primary key,
  policy_id uuid not null references policies,
  user_id uuid references users,
  role text check (role in ('agent', 'admin', 'manager')),
  everyone boolean not null default false,
  due_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  constraint requirements_one_audience check (
    (user_id is not null)::int + (role is not null)::int + everyone::int = 1
  ),
  constraint requirements_key unique nulls not distinct (policy_id, user_id, role, everyone)
);
create index requirements_user_id_idx on requirements (user_id) where user_id is not null;

-- Where the chain of acknowledgments ends. Its row lock puts acknowledgments in one order.
create table acknowledgment_chain (
  only_row boolean primary key default true check (only_row),
  length bigint not null default 0,
  head bytea not null default decode(repeat('00', 32), 'hex') check (length(head) = 32)
);
insert into acknowledgment_chain default values;

create table policy_acknowledgments (
  sequence bigint primary key check (sequence >= 1),
  id uuid not null unique,
  policy_id uuid not null references policies,
  user_id uuid not null references users,
  version integer not null,
  acknowledged_at timestamptz not null,
  -- As they were then.
  policy_title text not null,
  person_name text not null,
  person_email text not null,
  person_role text not null,
  content_sha256 bytea not null,
  consent text not null,
  sign_in_method text not null,
  session_id uuid not null,
  ip text not null,
  user_agent text not null,
  -- Unique: the chain can't fork.
  previous_hash bytea not null unique check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32),
  constraint policy_acknowledgments_once unique (policy_id, user_id, version),
  foreign key (policy_id, version) references policy_versions (policy_id, version)
);
create index policy_acknowledgments_user_id_idx on policy_acknowledgments (user_id, policy_id, version);
create index policy_acknowledgments_acknowledged_at_idx on policy_acknowledgments (acknowledged_at desc, id desc);
create trigger policy_acknowledgments_append_only before update or delete on policy_acknowledgments
  for each row execute function refuse_change();
create trigger policy_acknowledgments_no_truncate before truncate on policy_acknowledgments
  for each statement execute function refuse_change();

-- What awaits whom: required, and not acknowledged at or after the newest material version. A due
-- date from before that version was meant for the text before it, and no longer counts.
create view pending_policies as
select
  users.id as user_id,
  policies.id as policy_id,
  min(requirements.due_at) filter (where requirements.due_at > asked.created_at) as due_at,
  min(requirements.created_at) as required_since
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
group by users.id, policies.id;
