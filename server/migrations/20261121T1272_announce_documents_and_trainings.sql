-- What the search reads again when a document, a training or a test changes.
create trigger documents_searchable
  after insert or delete or update of title, description, category, deleted_at
  on documents for each row execute function announce_searchable('documents', 'id');

create trigger document_texts_searchable
  after insert or delete or update of text
  on document_texts for each row execute function announce_searchable('documents', 'document_id');

create trigger trainings_searchable
  after insert or delete or update of title, description, category_id, archived_at
  on trainings for each row execute function announce_searchable('trainings', 'id');

create trigger training_sections_searchable
  after insert or delete or update of type, content, order_number
  on training_sections for each row execute function announce_searchable('trainings', 'training_id');

create trigger tests_searchable
  after insert or delete or update of title, description, training_id, archived_at
  on tests for each row execute function announce_searchable('tests', 'id');
