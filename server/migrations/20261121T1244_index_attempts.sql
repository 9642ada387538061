-- Where one person stands with their tests is read from the index alone: the rows hold whole quizzes.
create index test_attempts_standing_idx on test_attempts (user_id, test_id)
  include (attempt_number, completed_at);
