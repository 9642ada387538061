-- Each attempt has had a copy of all its questions. Those of finished ones are moved here by a job, a day after this
-- step, when no server of before reads them any more.
create table question_copies (
  id bigint generated always as identity primary key,
  -- Of the question's text as jsonb writes it: the same words are kept once.
  sha256 bytea not null unique,
  -- As its author wrote it; in attempts from before options had an order of their own, as it was shown.
  question jsonb not null check (jsonb_typeof(question) = 'object'),
  constraint question_copies_hash check (sha256 = sha256(convert_to(question::text, 'UTF8')))
);
create trigger question_copies_append_only before update or delete on question_copies
  for each row execute function refuse_change();
create trigger question_copies_no_truncate before truncate on question_copies
  for each statement execute function refuse_change();

alter table test_attempts
  alter column questions drop not null,
  -- In the order shown; null while the questions themselves stand in the attempt.
  add column question_copies bigint[],
  -- For each of them which of the author's options is shown where, a digit each; null: as the copy has it.
  add column option_orders text[],
  add constraint test_attempts_questions_once check (
    (questions is null) = (question_copies is not null)
    and (question_copies is null) = (option_orders is null)
    and coalesce(cardinality(question_copies) = cardinality(option_orders), true)
  ) not valid;

-- A kept question as an attempt showed it.
create function question_as_shown(copy jsonb, option_order text) returns jsonb language sql immutable as $$
  select case when option_order is null then copy else copy || jsonb_build_object(
    'options', coalesce((
      select jsonb_agg(copy->'options'->place::int order by at)
      from string_to_table(option_order, null) with ordinality as shown (place, at)
    ), '[]'),
    'optionOrder', coalesce((
      select jsonb_agg(place::int order by at)
      from string_to_table(option_order, null) with ordinality as shown (place, at)
    ), '[]'),
    'correctAnswer', case when copy ? 'key' then 0 else strpos(option_order, copy->>'correctAnswer') - 1 end
  ) || case copy->>'kind'
    when 'several' then jsonb_build_object('key', (
      select jsonb_agg(strpos(option_order, place) - 1 order by strpos(option_order, place))
      from jsonb_array_elements_text(copy->'key') as place
    ))
    when 'ordering' then jsonb_build_object('key', (
      select jsonb_agg(strpos(option_order, place) - 1 order by at)
      from jsonb_array_elements_text(copy->'key') with ordinality as wanted (place, at)
    ))
    else '{}'
  end end
$$;

-- The questions of an attempt as they were shown, wherever they are kept: the one way to read them.
create function asked_in(attempt test_attempts) returns jsonb language sql stable as $$
  select coalesce(attempt.questions, (
    select jsonb_agg(question_as_shown(copy.question, attempt.option_orders[asked.at]) order by asked.at)
    from unnest(attempt.question_copies) with ordinality as asked (copy_id, at)
    join question_copies as copy on copy.id = asked.copy_id
  ))
$$;
