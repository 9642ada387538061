set local lock_timeout = '10s';

-- Any of these columns says whose, or of what, a row is.
create or replace function keep_what_is_held() returns trigger language plpgsql as $$
declare
  named text;
begin
  foreach named in array tg_argv loop
    perform refuse_while_held((to_jsonb(old) ->> named)::uuid);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- A quiz is part of its training.
create function keep_questions_of_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held(old.test_id);
  perform refuse_while_held((select training_id from tests where id = old.test_id));
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- Questions of a topic stand in the tests that draw from it.
create function keep_bank_of_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held(test_id), refuse_while_held(training_id)
  from test_draws join tests on tests.id = test_draws.test_id
  where test_draws.topic_id = old.topic_id;
  return new;
end $$;

-- A run, with all that is in it, is of its process and of everybody who worked on it.
create function keep_runs_of_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held(part) from (
    select unnest(array[process_id, started_by, ended_by]) from process_runs where id = old.run_id
    union select unnest(array[assigned_user_id, done_by]) from process_run_steps where run_id = old.run_id
    union select author_id from process_run_comments where run_id = old.run_id
    union select added_by from process_run_proofs where run_id = old.run_id
  ) as parts (part);
  return old;
end $$;

-- A message is also of whoever said to have read it, or reacted to it: that goes with it.
create view held_messages as
select message.id, message.chat_id from chat_messages as message
where exists (
  select from standing_holds as hold
  where hold.user_id = message.user_id
    or exists (select from chat_confirmations as own where own.message_id = message.id and own.user_id = hold.user_id)
    or exists (select from chat_reactions as own where own.message_id = message.id and own.user_id = hold.user_id)
);

create function keep_held_messages() returns trigger language plpgsql as $$
begin
  if exists (select from held_messages where id = old.id) then
    raise exception 'a legal hold stands on message %', old.id using errcode = 'FD003';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

drop trigger chat_messages_held on chat_messages;
create trigger chat_messages_held before delete on chat_messages
  for each row execute function keep_held_messages();
drop trigger chat_messages_held_words on chat_messages;
create trigger chat_messages_held_words before update of body, deleted_at on chat_messages for each row
  when (old.body <> new.body or (old.deleted_at is null and new.deleted_at is not null))
  execute function keep_held_messages();
create trigger chat_reactions_held before delete on chat_reactions for each row
  execute function keep_what_is_held('user_id');
create trigger chat_confirmations_held before delete on chat_confirmations for each row
  execute function keep_what_is_held('user_id');
-- A file that was never sent is of no conversation yet.
create trigger chat_files_held before delete on chat_files for each row
  when (old.message_id is not null) execute function keep_what_is_held('added_by');

create trigger process_run_proofs_held before delete on process_run_proofs for each row
  execute function keep_runs_of_held();
create trigger profile_pictures_held before delete on profile_pictures for each row
  execute function keep_what_is_held('user_id');
create trigger users_held_words before update of bio on users for each row
  when (old.bio is distinct from new.bio) execute function keep_what_is_held('id');
create trigger imports_held before delete on imports for each row
  execute function keep_what_is_held('created_by');
create trigger mails_held before delete on mails for each row
  execute function keep_what_is_held('user_id');

-- Nothing deletes these by itself; what comes to do so finds the door shut.
create trigger training_progress_held before delete on training_progress for each row
  execute function keep_what_is_held('user_id', 'training_id');
create trigger test_attempts_held before delete on test_attempts for each row
  execute function keep_what_is_held('user_id', 'test_id');
create trigger attempt_grants_held before delete on attempt_grants for each row
  execute function keep_what_is_held('user_id', 'test_id');
create trigger certificates_held before delete on certificates for each row
  execute function keep_what_is_held('user_id', 'test_id');
create trigger waivers_held before delete on waivers for each row
  execute function keep_what_is_held('user_id', 'item_id');
create trigger process_runs_held before delete on process_runs for each row
  execute function keep_what_is_held('process_id', 'started_by', 'ended_by');
create trigger process_run_steps_held before delete on process_run_steps for each row
  execute function keep_runs_of_held();
create trigger process_run_comments_held before delete on process_run_comments for each row
  execute function keep_runs_of_held();

-- What is written in an item that has no versions stays as it was.
create trigger policies_held_words before update of description on policies for each row
  when (old.description is distinct from new.description) execute function keep_what_is_held('id');
create trigger documents_held_words before update of title, description on documents for each row
  when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function keep_what_is_held('id');
create trigger trainings_held_words before update of title, description, content_type, content_url
  on trainings for each row
  when ((old.title, old.description, old.content_type, old.content_url)
    is distinct from (new.title, new.description, new.content_type, new.content_url))
  execute function keep_what_is_held('id');
create trigger training_sections_held_words before update of type, content, captions, order_number
  on training_sections for each row
  when ((old.type, old.content, old.captions, old.order_number)
    is distinct from (new.type, new.content, new.captions, new.order_number))
  execute function keep_what_is_held('training_id');
create trigger training_links_held before delete on training_links for each row
  execute function keep_what_is_held('training_id');

drop trigger tests_held on tests;
create trigger tests_held before delete on tests for each row
  execute function keep_what_is_held('id', 'training_id');
create trigger tests_held_words before update of title, description, required_score, max_attempts,
  retake_threshold, shuffle, show_answers on tests for each row
  when ((old.title, old.description, old.required_score, old.max_attempts, old.retake_threshold,
      old.shuffle, old.show_answers)
    is distinct from (new.title, new.description, new.required_score, new.max_attempts,
      new.retake_threshold, new.shuffle, new.show_answers))
  execute function keep_what_is_held('id', 'training_id');
create trigger questions_held before delete on questions for each row
  execute function keep_questions_of_held();
create trigger questions_held_words before update of question, kind, options, correct_answer, answer_key,
  points, feedback, order_number on questions for each row
  when ((old.question, old.kind, old.options, old.correct_answer, old.answer_key, old.points,
      old.feedback, old.order_number)
    is distinct from (new.question, new.kind, new.options, new.correct_answer, new.answer_key, new.points,
      new.feedback, new.order_number))
  execute function keep_questions_of_held();
create trigger test_draws_held before delete on test_draws for each row
  execute function keep_questions_of_held();
create trigger test_draws_held_words before update of questions on test_draws for each row
  when (old.questions <> new.questions) execute function keep_questions_of_held();
create trigger bank_questions_held_words before update of question, kind, options, correct_answer, answer_key,
  points, feedback, topic_id, deleted_at on bank_questions for each row
  when ((old.question, old.kind, old.options, old.correct_answer, old.answer_key, old.points,
      old.feedback, old.topic_id, old.deleted_at is null)
    is distinct from (new.question, new.kind, new.options, new.correct_answer, new.answer_key, new.points,
      new.feedback, new.topic_id, new.deleted_at is null))
  execute function keep_bank_of_held();

create trigger processes_held_words before update of title, description on processes for each row
  when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function keep_what_is_held('id');
create trigger process_steps_held before delete on process_steps for each row
  execute function keep_what_is_held('process_id');
create trigger process_steps_held_words before update of title, description, order_number, estimated_time,
  responsible_role on process_steps for each row
  when ((old.title, old.description, old.order_number, old.estimated_time, old.responsible_role)
    is distinct from (new.title, new.description, new.order_number, new.estimated_time,
      new.responsible_role))
  execute function keep_what_is_held('process_id');
