-- What a run of the retention has removed so far: it becomes one line of the audit trail at the run's end, or,
-- where the server died before, at the next one's.
set local lock_timeout = '10s';

create table chat_retention_run (
  only_one boolean primary key default true check (only_one),
  removed integer not null check (removed > 0),
  years integer not null
);

-- What was removed before is read: until now it counted as unread for ever.
update chat_members as member set read_number = first.number - 1
from (
  select chats.id, coalesce(
    (select number from chat_messages where chat_id = chats.id order by number limit 1),
    chats.last_number + 1
  ) as number
  from chats
) as first
where member.chat_id = first.id and member.read_number < first.number - 1;
