-- Who was in a conversation and is no more: what they wrote and reacted to stays, and needs a name.
set local lock_timeout = '10s';

create table chat_former_members (
  chat_id uuid not null references chats on delete cascade,
  user_id uuid not null references users on delete cascade,
  left_at timestamptz not null default now(),
  primary key (chat_id, user_id)
);
create index chat_former_members_user_id_idx on chat_former_members (user_id);

-- Where the conversation or the person itself goes, nobody is left to be named.
create function remember_former_member() returns trigger language plpgsql as $$
begin
  insert into chat_former_members (chat_id, user_id)
    select chats.id, users.id from chats, users
    where chats.id = old.chat_id and chats.deleted_at is null and users.id = old.user_id
    on conflict (chat_id, user_id) do update set left_at = excluded.left_at;
  return null;
end $$;
create trigger chat_members_remember_former after delete on chat_members for each row
  execute function remember_former_member();

-- Of those who left before, who wrote or reacted.
insert into chat_former_members (chat_id, user_id)
  select chat_id, user_id from (
    select chat_id, user_id from chat_messages
    union
    select chat_id, reaction.user_id
    from chat_reactions as reaction join chat_messages on chat_messages.id = message_id
  ) as was_there
  where not exists (
    select from chat_members as member
    where member.chat_id = was_there.chat_id and member.user_id = was_there.user_id
  );
