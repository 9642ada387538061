-- Beside one right option: several, true or false, an order, a short text.
alter table questions
  add column kind text not null default 'single'
    check (kind in ('single', 'several', 'true_false', 'ordering', 'text')),
  -- What is right where correct_answer alone can't say it: places of the right options, places of all
  -- options in the right order, or accepted texts. Options of an order are stored in one that tells nothing.
  add column answer_key jsonb,
  drop constraint questions_options_check,
  drop constraint questions_correct_answer_in_range,
  add constraint questions_options_check check (
    jsonb_typeof(options) = 'array' and case kind
      when 'text' then jsonb_array_length(options) = 0
      else jsonb_array_length(options) between 2 and 10
    end
  ),
  -- 0 where there is a key.
  add constraint questions_correct_answer_in_range check (
    correct_answer >= 0 and (kind = 'text' or correct_answer < jsonb_array_length(options))
  ),
  add constraint questions_answer_key_by_kind check (
    case when kind in ('single', 'true_false') then answer_key is null
    else answer_key is not null and jsonb_typeof(answer_key) = 'array' and jsonb_array_length(answer_key) > 0
    end
  );

-- Ids of the questions that grading found wrong: grading is the one place that knows how. Null: under way,
-- or graded while every question had one right option.
alter table test_attempts add column wrong uuid[];
