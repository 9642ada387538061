-- What somebody goes through, section by section; its quiz is the test that names it.
create table trainings (
  id uuid primary key,
  title text not null check (title <> ''),
  description text,
  -- Minutes; 0 where nobody has said.
  duration integer not null default 0 check (duration between 0 and 100000),
  -- A word of the fixed table; any other is shown as unknown.
  category_id text,
  content_type text not null default 'text',
  content_url text not null default '',
  -- Days that somebody has from when it is required of them, unless the requirement names a date.
  due_days integer not null default 30 check (due_days between 0 and 36500),
  -- Counts every saved change of training, sections, questions and links, for If-Match.
  revision integer not null default 1,
  created_by uuid references users,
  last_updated_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz
);
create index trainings_title_idx on trainings (lower(title), id);

create table training_sections (
  id uuid primary key,
  training_id uuid not null references trainings,
  order_number integer not null check (order_number >= 1),
  type text not null check (type in ('text', 'video', 'slide')),
  -- Markdown of a text; for video and slide an https link, or /api/v1/trainings/files/{id}.
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deferred: a saved order renumbers sections one by one.
  constraint training_sections_order_key unique (training_id, order_number) deferrable initially deferred,
  -- What progress refers to: a section together with its training.
  constraint training_sections_training_key unique (training_id, id)
);

-- What belongs to a training without being part of it.
create table training_links (
  training_id uuid not null references trainings,
  -- From 1, in the order that they were chosen.
  position integer not null check (position >= 1),
  policy_id uuid references policies,
  process_id uuid references processes,
  -- The documents' table comes with its own migration, and its foreign key with it.
  document_id uuid,
  constraint training_links_one_item check (num_nonnulls(policy_id, process_id, document_id) = 1),
  constraint training_links_key unique nulls not distinct (training_id, policy_id, process_id, document_id)
);

-- A file that a section or a picture in its text shows.
create table training_files (
  id uuid primary key,
  name text not null check (name <> ''),
  -- Sniffed from the bytes.
  type text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  storage_key text not null unique,
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now()
);

-- Questions with a pass mark: stand-alone, or the quiz of one training.
create table tests (
  id uuid primary key,
  -- Of a training's quiz: the training's own, kept equal by whoever saves it.
  title text not null check (title <> ''),
  description text,
  training_id uuid unique references trainings,
  -- Percent.
  required_score integer not null default 70 check (required_score between 0 and 100),
  -- 0: unlimited.
  max_attempts integer not null default 3 check (max_attempts between 0 and 1000),
  -- Days after a pass until it is asked for again; null: never.
  retake_threshold integer check (retake_threshold between 1 and 36500),
  shuffle boolean not null default false,
  -- Whether somebody who passed may see what was right.
  show_answers boolean not null default false,
  revision integer not null default 1,
  created_by uuid references users,
  last_updated_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz
);
create index tests_title_idx on tests (lower(title), id);

create table questions (
  id uuid primary key,
  test_id uuid not null references tests,
  order_number integer not null check (order_number >= 1),
  question text not null check (question <> ''),
  -- A list of two to ten texts.
  options jsonb not null check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) between 2 and 10),
  -- Zero-based place of the right one.
  correct_answer integer not null,
  points integer not null default 1 check (points between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint questions_correct_answer_in_range check (
    correct_answer >= 0 and correct_answer < jsonb_array_length(options)
  ),
  constraint questions_order_key unique (test_id, order_number) deferrable initially deferred
);
