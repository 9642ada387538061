-- Whose notifications go with a message or a conversation hears of it: their bell counted them.
set local lock_timeout = '10s';

create or replace function forget_message_notifications() returns trigger language plpgsql as $$
declare
  people uuid[];
begin
  with gone as (
    delete from notifications where message_id = new.id returning user_id
  )
  select array_agg(user_id) into people from gone;
  perform announce_notifications(people);
  return null;
end $$;

create or replace function forget_notifications_of_former_member() returns trigger language plpgsql as $$
begin
  delete from notifications where chat_id = old.chat_id and user_id = old.user_id;
  if found then perform announce_notifications(array[old.user_id]); end if;
  return null;
end $$;

create or replace function forget_chat_notifications() returns trigger language plpgsql as $$
declare
  people uuid[];
begin
  with gone as (
    delete from notifications where chat_id = new.id returning user_id
  )
  select array_agg(user_id) into people from gone;
  perform announce_notifications(people);
  return null;
end $$;
