-- One person's run at one test. What was asked is frozen into it: later edits change nothing.
create table test_attempts (
  id uuid primary key,
  test_id uuid not null references tests,
  user_id uuid not null references users,
  attempt_number integer not null check (attempt_number >= 1),
  -- As they were when it was started.
  test_title text not null,
  required_score integer not null check (required_score between 0 and 100),
  -- [{id, question, options, correctAnswer, points}], in the order shown.
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  -- {question id: index of the chosen option}
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  -- Percent, one decimal.
  score numeric(4, 1) check (score between 0 and 100),
  passed boolean not null default false,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint test_attempts_graded_when_completed check ((completed_at is null) = (score is null)),
  constraint test_attempts_passed_means_completed check (not passed or completed_at is not null),
  constraint test_attempts_number_key unique (user_id, test_id, attempt_number)
);
create unique index test_attempts_one_open_idx on test_attempts (user_id, test_id)
  where completed_at is null;
create index test_attempts_test_id_idx on test_attempts (test_id, started_at desc, id desc);
create index test_attempts_started_at_idx on test_attempts (started_at desc, id desc);

-- More attempts at one test for one person than the test allows.
create table attempt_grants (
  id uuid primary key,
  test_id uuid not null references tests,
  user_id uuid not null references users,
  attempts integer not null check (attempts between 1 and 100),
  reason text,
  granted_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index attempt_grants_user_id_idx on attempt_grants (user_id, test_id);

-- Somebody need not take a test, and why.
create table waivers (
  id uuid primary key,
  test_id uuid not null references tests,
  user_id uuid not null references users,
  reason text not null check (reason <> ''),
  waived_by uuid not null references users,
  created_at timestamptz not null default now(),
  ended_by uuid references users,
  ended_at timestamptz,
  constraint waivers_ended check ((ended_at is null) = (ended_by is null))
);
create unique index waivers_one_in_force_idx on waivers (user_id, test_id) where ended_at is null;

-- How far somebody is with one section of a training.
create table training_progress (
  user_id uuid not null references users,
  section_id uuid not null,
  training_id uuid not null,
  -- Null: opened, not yet seen to its end.
  completed_at timestamptz,
  -- Seconds into a video.
  media_position double precision check (media_position >= 0),
  updated_at timestamptz not null default now(),
  primary key (user_id, section_id),
  foreign key (training_id, section_id) references training_sections (training_id, id) on delete cascade
);
create index training_progress_training_id_idx on training_progress (user_id, training_id);

-- Somebody completed something: passed a test, or saw a training without questions to its end. It is
-- the record of completion, and what /verify shows of it.
create table certificates (
  id uuid primary key,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12,32}$'),
  user_id uuid not null references users,
  test_id uuid not null references tests,
  -- Null where there was nothing to answer.
  attempt_id uuid unique references test_attempts,
  -- As they were then.
  person_name text not null,
  title text not null,
  score numeric(4, 1) check (score between 0 and 100),
  completed_at timestamptz not null,
  -- SHA-256 over the facts above; see docs/evidence.md.
  facts_sha256 bytea not null check (length(facts_sha256) = 32)
);
create index certificates_user_id_idx on certificates (user_id, test_id, completed_at desc);
create trigger certificates_append_only before update or delete on certificates
  for each row execute function refuse_change();
create trigger certificates_no_truncate before truncate on certificates
  for each statement execute function refuse_change();
