-- Of very many people so many at a time: while 500 were settled others waited up to twice as long as usual, with 200 half
-- as long again, and of 100,000 all is whole as soon.
set local lock_timeout = '10s';
create or replace function slice_of_people() returns integer language sql immutable as $$ select 200 $$;
