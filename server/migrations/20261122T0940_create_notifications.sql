-- What people are told, one list for each of them (docs/notifications.md, docs/decisions/0048). A row is
-- written in the transaction of what causes it; `source` names that cause, so that nobody is told twice.
set local lock_timeout = '10s';

create table notifications (
  id uuid primary key default new_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (
    kind in ('asked', 'due_soon', 'handed_over', 'mentioned', 'result', 'certificate', 'renewal')
  ),
  source text not null check (char_length(source) between 1 and 200),
  -- What its words are made from (notification-text.ts).
  facts jsonb not null,
  obligation_id uuid references obligations on delete cascade,
  step_id uuid references process_run_steps on delete cascade,
  chat_id uuid references chats on delete cascade,
  message_id uuid references chat_messages on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When its person, who had not read it, was last seen connected: a mention is mailed to who is away.
  there_at timestamptz,
  -- What was decided of the two channels, once; null: nothing yet.
  mail text check (mail in ('sent', 'left_out')),
  push text check (push in ('sent', 'left_out')),
  constraint notifications_source_key unique (user_id, source),
  constraint notifications_message check ((kind = 'mentioned') = (message_id is not null)),
  constraint notifications_chat check ((message_id is null) = (chat_id is null))
);
create index notifications_list_idx on notifications (user_id, created_at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where read_at is null;
create index notifications_mail_idx on notifications (created_at, id) where mail is null;
create index notifications_push_idx on notifications (created_at, id) where push is null;
create index notifications_read_idx on notifications (read_at) where read_at is not null;
create index notifications_created_idx on notifications using brin (created_at);
create index notifications_obligation_idx on notifications (obligation_id) where obligation_id is not null;
create index notifications_step_idx on notifications (step_id) where step_id is not null;
create index notifications_message_idx on notifications (message_id) where message_id is not null;
create index notifications_chat_idx on notifications (chat_id, user_id) where chat_id is not null;

-- What somebody chose of a kind; who chose nothing has the defaults below.
create table notification_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null check (
    kind in ('asked', 'due_soon', 'handed_over', 'mentioned', 'result', 'certificate', 'renewal')
  ),
  in_app boolean not null,
  mail text not null check (mail in ('off', 'at_once', 'digest')),
  push boolean not null,
  primary key (user_id, kind)
);

-- At which hour of their own day somebody gets the digest.
create table notification_hours (
  user_id uuid primary key references users on delete cascade,
  digest_hour integer not null check (digest_hour between 0 and 23)
);

-- Who had which day's digest.
create table notification_digests (
  user_id uuid not null references users on delete cascade,
  local_day date not null,
  primary key (user_id, local_day)
);
create index notification_digests_day_idx on notification_digests (local_day);

-- Up to when it has been looked what opened by the clock alone.
create table notification_clock (
  only_one boolean primary key default true check (only_one),
  opened_until timestamptz not null
);
insert into notification_clock (opened_until) values (now());

create function default_mail_choice(kind text) returns text language sql immutable as $$
  select case
    when kind in ('handed_over', 'mentioned') then 'at_once'
    when kind = 'due_soon' then 'digest'
    else 'off'
  end
$$;
create function default_digest_hour() returns integer language sql immutable as $$ select 8 $$;

-- Tells browsers when the transaction commits; a payload has room for a hundred people.
create function announce_notifications(people uuid[]) returns void language sql as $$
  select pg_notify('frontdesk', json_build_object('keys', array['notifications'], 'userIds', ids)::text)
  from (
    select json_agg(person) as ids from (
      select person, (row_number() over (order by person) - 1) / 100 as part
      from (select distinct unnest(people) as person) as each
    ) as numbered group by part
  ) as parts
$$;

-- Tells people of what has been asked of them; again, where they did the same before.
create function tell_of_obligations(ids uuid[]) returns integer language plpgsql as $$
declare
  people uuid[];
begin
  if cardinality(ids) = 0 then return 0; end if;
  with written as (
    insert into notifications (user_id, kind, source, facts, obligation_id)
    select asked.user_id,
      case when exists (
        select from obligations as before
        where before.user_id = asked.user_id and before.item_id = asked.item_id
          and before.closed_as = 'met' and before.version is not distinct from asked.version
      ) then 'renewal' else 'asked' end,
      'obligation:' || asked.id,
      jsonb_build_object(
        'about', 'item',
        'item', case
          when asked.kind = 'policy' then 'policy' when tests.training_id is null then 'test' else 'training'
        end,
        'path', case
          when asked.kind = 'policy' then '/policies/' || asked.item_id
          when tests.training_id is null then '/tests/' || asked.item_id
          else '/training/' || tests.training_id
        end,
        'title', coalesce(texts.title, tests.title),
        'due_at', asked.due_at
      ),
      asked.id
    from obligations as asked
    join users on users.id = asked.user_id and users.status = 'active' and users.deleted_at is null
    left join policies on policies.id = asked.item_id
    left join policy_versions as texts
      on texts.policy_id = policies.id and texts.version = policies.current_version
    left join tests on tests.id = asked.item_id
    where asked.id = any(ids) and asked.closed_at is null and asked.opens_at <= now()
    order by asked.user_id, asked.id
    on conflict do nothing
    returning user_id
  )
  select array_agg(user_id) into people from written;
  perform announce_notifications(people);
  return coalesce(cardinality(people), 0);
end $$;

-- What is asked from this moment on; rows of the past and of what is to come are not.
create function tell_of_new_obligations() returns trigger language plpgsql as $$
begin
  perform tell_of_obligations(array(
    select id from changed where closed_at is null and opens_at = now()
  ));
  return null;
end $$;
create trigger obligations_tell_inserted after insert on obligations
  referencing new table as changed for each statement execute function tell_of_new_obligations();

-- A renewal that begins before its time, such as by a new text.
create function tell_of_opened_obligation() returns trigger language plpgsql as $$
begin
  perform tell_of_obligations(array[new.id]);
  return null;
end $$;
create trigger obligations_tell_opened after update of opens_at on obligations for each row
  when (old.opens_at > now() and new.opens_at <= now() and new.closed_at is null)
  execute function tell_of_opened_obligation();

-- What is done has been seen; what is asked no longer is nothing to tell.
create function settle_notifications_of_obligation() returns trigger language plpgsql as $$
begin
  if new.closed_as in ('withdrawn', 'left') then
    delete from notifications where obligation_id = new.id and read_at is null;
  else
    update notifications set read_at = now() where obligation_id = new.id and read_at is null;
  end if;
  return null;
end $$;
create trigger obligations_settle_notifications after update of closed_at on obligations for each row
  when (old.closed_at is null and new.closed_at is not null)
  execute function settle_notifications_of_obligation();

-- A step that is done, or awaits others now, is no longer news to who had it.
create function settle_notifications_of_step() returns trigger language plpgsql as $$
begin
  update notifications set read_at = now()
  where step_id = new.id and read_at is null and (
    new.done_at is not null
    or not exists (
      select from users where users.id = notifications.user_id
        and (users.id = new.assigned_user_id or users.role = new.assigned_role)
    )
  );
  return null;
end $$;
create trigger process_run_steps_settle_notifications
  after update of done_at, assigned_user_id, assigned_role on process_run_steps for each row
  when ((old.done_at, old.assigned_user_id, old.assigned_role)
    is distinct from (new.done_at, new.assigned_user_id, new.assigned_role))
  execute function settle_notifications_of_step();

create function settle_notifications_of_run() returns trigger language plpgsql as $$
begin
  update notifications set read_at = now()
  where read_at is null and step_id in (select id from process_run_steps where run_id = new.id);
  return null;
end $$;
create trigger process_runs_settle_notifications after update of state on process_runs for each row
  when (old.state = 'in_progress' and new.state <> 'in_progress')
  execute function settle_notifications_of_run();

-- Nobody is told of a message that was taken back, or of a conversation that they are not in.
create function forget_message_notifications() returns trigger language plpgsql as $$
begin
  delete from notifications where message_id = new.id;
  return null;
end $$;
create trigger chat_messages_forget_notifications after update of deleted_at on chat_messages for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function forget_message_notifications();

create function forget_notifications_of_former_member() returns trigger language plpgsql as $$
begin
  delete from notifications where chat_id = old.chat_id and user_id = old.user_id;
  return null;
end $$;
create trigger chat_members_forget_notifications after delete on chat_members for each row
  execute function forget_notifications_of_former_member();

create function forget_chat_notifications() returns trigger language plpgsql as $$
begin
  delete from notifications where chat_id = new.id;
  return null;
end $$;
create trigger chats_forget_notifications after update of deleted_at on chats for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function forget_chat_notifications();
