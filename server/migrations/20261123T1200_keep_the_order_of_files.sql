-- Files of a message stand in the order in which whoever sent it attached them, not in which they came up.
alter table chat_files add column place smallint;
