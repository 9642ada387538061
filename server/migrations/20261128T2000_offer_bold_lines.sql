-- Bold lines of a Word file are offered as headings. Where those begin in `markdown`, in UTF-16 code units.
set local lock_timeout = '10s';
alter table imports add column bold_headings integer[] not null default '{}';
