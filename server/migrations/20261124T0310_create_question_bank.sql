-- Questions outside of any quiz: quizzes take copies of them, or draw some of a topic anew for each attempt.
set local lock_timeout = '10s';

create table question_topics (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
create unique index question_topics_name_key on question_topics (lower(name));

create table bank_questions (
  id uuid primary key,
  topic_id uuid not null references question_topics,
  -- As in questions, and with its rules.
  kind text not null default 'single'
    check (kind in ('single', 'several', 'true_false', 'ordering', 'text')),
  question text not null check (question <> ''),
  options jsonb not null,
  correct_answer integer not null,
  answer_key jsonb,
  points integer not null default 1 check (points between 1 and 1000),
  feedback text check (feedback <> ''),
  -- Counts every saved change, for If-Match.
  revision integer not null default 1,
  created_by uuid references users,
  last_updated_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Removed: no quiz takes or draws it any more, and attempts that were begun keep their copy of it.
  deleted_at timestamptz,
  constraint bank_questions_options_check check (
    jsonb_typeof(options) = 'array' and case kind
      when 'text' then jsonb_array_length(options) = 0
      else jsonb_array_length(options) between 2 and 10
    end
  ),
  constraint bank_questions_correct_answer_in_range check (
    correct_answer >= 0 and (kind = 'text' or correct_answer < jsonb_array_length(options))
  ),
  constraint bank_questions_answer_key_by_kind check (
    case when kind in ('single', 'true_false') then answer_key is null
    else answer_key is not null and jsonb_typeof(answer_key) = 'array' and jsonb_array_length(answer_key) > 0
    end
  )
);
create index bank_questions_topic_id_idx on bank_questions (topic_id, id) where deleted_at is null;

-- Which question of the bank one of a quiz was copied from: a draw of the same quiz leaves that one out.
alter table questions add column bank_question_id uuid references bank_questions;
create index questions_bank_question_id_idx on questions (bank_question_id)
  where bank_question_id is not null;

-- So many questions of a topic are asked beside a test's own ones, others in each attempt.
create table test_draws (
  test_id uuid not null references tests,
  topic_id uuid not null references question_topics,
  questions integer not null check (questions between 1 and 200),
  -- From 1, in the order that they were written.
  position integer not null check (position >= 1),
  -- Never leaves the server. It decides, with the person and the number of the attempt, which ones are asked.
  seed uuid not null default gen_random_uuid(),
  primary key (test_id, topic_id)
);
create index test_draws_topic_id_idx on test_draws (topic_id);

-- What each draw draws from: its topic, without the questions that the quiz holds a copy of.
create view drawable_questions as
select draws.test_id, draws.topic_id, bank.id as bank_question_id
from test_draws as draws
join bank_questions as bank on bank.topic_id = draws.topic_id and bank.deleted_at is null
where not exists (
  select from questions as copies
  where copies.test_id = draws.test_id and copies.bank_question_id = bank.id
);

-- How many questions an attempt at a test asks: its own ones, and those drawn, fewer where the bank has fewer.
create view asked_questions as
select
  tests.id as test_id,
  (
    (select count(*) from questions where questions.test_id = tests.id)
    + coalesce((
        select sum(least(draws.questions, (
          select count(*) from drawable_questions as drawable
          where drawable.test_id = draws.test_id and drawable.topic_id = draws.topic_id
        )))
        from test_draws as draws where draws.test_id = tests.id
      ), 0)
  )::integer as questions
from tests;
