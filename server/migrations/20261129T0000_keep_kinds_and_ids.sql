-- Where the web app shows something is the server's to say: here stand kinds and ids, from which it makes each address
-- as it reads. Servers of before may run beside it for a while and read an address: what is told meanwhile leads their
-- readers to the first page.
set local lock_timeout = '10s';

-- The data of each event names what it is about.
alter table webhook_events alter column path set default '/';

-- Servers of before say where.
create or replace function note_webhook_event(kind text, facts jsonb, at_path text default '/') returns void language plpgsql as $$
declare
  noted uuid;
begin
  if not exists (select from webhook_endpoints where enabled and kind = any (events)) then return; end if;
  insert into webhook_events (type, data, path) values (kind, facts, at_path) returning id into noted;
  insert into webhook_deliveries (endpoint_id, event_id)
    select id, noted from webhook_endpoints where enabled and kind = any (events) order by id;
  perform queue_webhooks();
end $$;

create or replace function note_webhooks_of_users() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('person_id', new.id, 'role', new.role, 'status', new.status);
  changed text[];
begin
  -- An invitation that nobody took goes without a trace.
  if tg_op = 'DELETE' then
    perform note_webhook_event('person.deleted', jsonb_build_object('person_id', old.id));
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform note_webhook_event('person.created', facts);
    return null;
  end if;
  if new.deleted_at is not null then
    if old.deleted_at is null then
      perform note_webhook_event('person.deleted', jsonb_build_object('person_id', new.id));
    end if;
    return null;
  end if;
  changed := array_remove(array[
    case when new.name is distinct from old.name then 'name' end,
    case when new.email is distinct from old.email then 'email' end,
    case when new.role is distinct from old.role then 'role' end,
    case when new.title is distinct from old.title then 'title' end,
    case when new.phone_number is distinct from old.phone_number then 'phone_number' end,
    case when new.bio is distinct from old.bio then 'bio' end,
    -- To and from inactive has events of its own.
    case when new.status is distinct from old.status and 'inactive' not in (new.status, old.status)
      then 'status' end
  ], null);
  if cardinality(changed) > 0 then
    perform note_webhook_event('person.updated', facts || jsonb_build_object('changed', changed));
  end if;
  if new.status = 'inactive' and old.status <> 'inactive' then
    perform note_webhook_event('person.deactivated', facts);
  elsif old.status = 'inactive' and new.status <> 'inactive' then
    perform note_webhook_event('person.reactivated', facts);
  end if;
  return null;
end $$;

create or replace function note_webhooks_of_acknowledgments() returns trigger language plpgsql as $$
declare
  record policy_acknowledgments;
begin
  if not exists (select from webhook_endpoints where enabled and 'policy.acknowledged' = any (events)) then
    return null;
  end if;
  for record in select * from added order by sequence loop
    perform note_webhook_event(
      'policy.acknowledged',
      jsonb_build_object(
        'acknowledgment_id', record.id, 'person_id', record.user_id, 'policy_id', record.policy_id,
        'policy_title', record.policy_title, 'version', record.version,
        'acknowledged_at', webhook_time(record.acknowledged_at)
      )
    );
  end loop;
  return null;
end $$;

create or replace function note_webhooks_of_certificates() returns trigger language plpgsql as $$
declare
  of_training uuid := (select training_id from tests where id = new.test_id);
  facts jsonb := jsonb_build_object(
    'certificate_id', new.id, 'person_id', new.user_id, 'test_id', new.test_id, 'title', new.title,
    'passed_at', webhook_time(new.completed_at)
  );
begin
  if of_training is null then
    perform note_webhook_event('test.passed', facts);
  else
    perform note_webhook_event('training.passed', facts || jsonb_build_object('training_id', of_training));
  end if;
  return null;
end $$;

create or replace function note_webhooks_of_documents() returns trigger language plpgsql as $$
begin
  perform note_webhook_event(
    case
      when tg_op = 'INSERT' then 'document.created'
      when new.deleted_at is not null then 'document.deleted'
      when old.deleted_at is not null then 'document.restored'
      else 'document.updated'
    end,
    jsonb_build_object('document_id', new.id, 'title', new.title, 'category', new.category)
  );
  return null;
end $$;

create or replace function tell_of_obligations(ids uuid[]) returns integer language plpgsql as $$
declare
  people uuid[];
begin
  if cardinality(ids) = 0 then return 0; end if;
  with written as (
    insert into notifications (user_id, kind, source, facts, obligation_id, mail, push)
    select asked.user_id,
      told.kind,
      'obligation:' || asked.id,
      jsonb_build_object(
        'about', 'item',
        'item', case
          when asked.kind = 'policy' then 'policy' when tests.training_id is null then 'test' else 'training'
        end,
        'item_id', coalesce(tests.training_id, asked.item_id),
        'path', '/',
        'title', coalesce(texts.title, tests.title),
        'due_at', asked.due_at
      ),
      asked.id,
      case when coalesce(choice.mail, default_mail_choice(told.kind)) = 'off' then 'left_out' end,
      -- A renewal may wait for the morning, and devices may come till then.
      case
        when told.kind = 'asked' and (choice.push is false or not exists (
          select from sessions join push_subscriptions on session_id = sessions.id
          where sessions.user_id = asked.user_id
        )) then 'left_out'
      end
    from obligations as asked
    join users on users.id = asked.user_id and users.status = 'active' and users.deleted_at is null
    left join policies on policies.id = asked.item_id
    left join policy_versions as texts
      on texts.policy_id = policies.id and texts.version = policies.current_version
    left join tests on tests.id = asked.item_id
    cross join lateral (
      select case
        when exists (
          select from obligations as before
          where before.user_id = asked.user_id and before.item_id = asked.item_id
            and before.closed_as = 'met' and before.version is not distinct from asked.version
        ) then 'renewal' else 'asked' end as kind
      -- Once for each, not for each time that it is named.
      offset 0
    ) as told
    left join notification_choices as choice on choice.user_id = asked.user_id and choice.kind = told.kind
    where asked.id = any(ids) and asked.closed_at is null and asked.opens_at <= now()
    order by asked.user_id, asked.id
    on conflict do nothing
    returning user_id
  )
  select array_agg(user_id) into people from written;
  perform announce_notifications(people);
  return coalesce(cardinality(people), 0);
end $$;

-- Nothing of this program reads it any more.
create or replace view pending_items as
select
  pending.user_id,
  'policy' as kind,
  pending.policy_id as item_id,
  text.title,
  '/' as path,
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
  '/' as path,
  pending.due_at,
  pending.due_set_at,
  pending.required_since
from pending_tests as pending
join tests on tests.id = pending.test_id;
