-- Conversations: direct (two people), groups, and one room that everyone who is active is in.
create table chats (
  id uuid primary key,
  kind text not null check (kind in ('direct', 'group', 'everyone')),
  title text check (title <> '' and char_length(title) <= 120),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- The number of the newest message; counted up under a lock of this row, so that none is left out.
  last_number bigint not null default 0 check (last_number >= 0),
  last_message_at timestamptz,
  -- The two people of a direct conversation, the smaller id first.
  first_person uuid references users on delete cascade,
  second_person uuid references users on delete cascade,
  -- Gone for all from then on; its messages follow in the hourly sweep.
  deleted_at timestamptz,
  check ((kind = 'direct') = (first_person is not null)),
  check ((first_person is null) = (second_person is null)),
  check (first_person < second_person),
  check (kind <> 'direct' or title is null)
);
create unique index chats_one_of_two_people_idx on chats (first_person, second_person)
  where deleted_at is null;
create unique index chats_one_everyone_idx on chats (kind) where kind = 'everyone';
create index chats_second_person_idx on chats (second_person);
create index chats_created_by_idx on chats (created_by);
create index chats_deleted_at_idx on chats (deleted_at) where deleted_at is not null;

create table chat_members (
  chat_id uuid not null references chats on delete cascade,
  user_id uuid not null references users on delete cascade,
  joined_at timestamptz not null default now(),
  -- Read up to here.
  read_number bigint not null default 0 check (read_number >= 0),
  primary key (chat_id, user_id)
) with (fillfactor = 80);
create index chat_members_user_id_idx on chat_members (user_id);

create table chat_messages (
  id uuid primary key,
  chat_id uuid not null references chats on delete cascade,
  number bigint not null check (number > 0),
  user_id uuid not null references users,
  -- As whoever sent it named it: sent again under the same name it is the same message.
  client_id text not null check (char_length(client_id) between 1 and 200),
  -- Markdown. Empty where files say all, and where the message was taken back.
  body text not null check (char_length(body) <= 8000),
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  mentions_everyone boolean not null default false,
  -- Asks everybody to say that they have read it.
  announcement boolean not null default false,
  unique (chat_id, number),
  unique (chat_id, user_id, client_id),
  check (deleted_at is null or body = '')
);
create index chat_messages_user_id_idx on chat_messages (user_id);
-- For the retention, which asks for the oldest.
create index chat_messages_created_at_idx on chat_messages using brin (created_at);
create index chat_messages_announcement_idx on chat_messages (chat_id, number) where announcement;
create index chat_messages_words_idx on chat_messages using gin (to_tsvector('simple', body));

-- Who was named in a message: what notifications are made from.
create table chat_mentions (
  message_id uuid not null references chat_messages on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (message_id, user_id)
);
create index chat_mentions_user_id_idx on chat_mentions (user_id);

create table chat_reactions (
  message_id uuid not null references chat_messages on delete cascade,
  user_id uuid not null references users on delete cascade,
  emoji text not null check (char_length(emoji) between 1 and 20),
  created_at timestamptz not null default clock_timestamp(),
  primary key (message_id, emoji, user_id)
);
create index chat_reactions_user_id_idx on chat_reactions (user_id);

create table chat_confirmations (
  message_id uuid not null references chat_messages on delete cascade,
  user_id uuid not null references users,
  confirmed_at timestamptz not null default now(),
  primary key (message_id, user_id)
);
create index chat_confirmations_user_id_idx on chat_confirmations (user_id);

-- A file is kept before its message is sent; one that never gets a message goes after a day.
create table chat_files (
  id uuid primary key,
  chat_id uuid not null references chats on delete cascade,
  message_id uuid references chat_messages on delete cascade,
  file_key text not null unique check (file_key ~ '^[0-9a-f]{32}$'),
  file_name text not null check (file_name <> ''),
  file_type text not null check (file_type ~ '^[a-z0-9.+-]{1,20}$'),
  mime text not null,
  file_size bigint not null check (file_size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  added_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index chat_files_message_id_idx on chat_files (message_id);
create index chat_files_chat_id_idx on chat_files (chat_id);
create index chat_files_added_by_idx on chat_files (added_by);
create index chat_files_waiting_idx on chat_files (created_at) where message_id is null;

alter table settings
  -- Years that messages are kept; null: for ever.
  add column chat_retention_years integer check (chat_retention_years in (1, 3, 7)),
  -- What members are told of exports; admins can export conversations only where it says something.
  add column chat_export_notice text check (chat_export_notice <> '');

-- Whoever is active is in the room; one who is not stays on its list, but counts for nobody.
create function join_everyone() returns trigger language plpgsql as $$
begin
  insert into chat_members (chat_id, user_id, read_number)
    select id, new.id, last_number from chats where kind = 'everyone'
    on conflict do nothing;
  return null;
end $$;
create trigger users_join_everyone after insert or update of status on users
  for each row when (new.status = 'active') execute function join_everyone();

insert into chats (id, kind, title)
  values ('019ab000-0000-7000-8000-000000000001', 'everyone', 'Everyone');
insert into chat_members (chat_id, user_id)
  select chats.id, users.id from chats, users where kind = 'everyone' and status = 'active';
