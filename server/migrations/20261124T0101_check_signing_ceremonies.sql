-- On its own, as it reads all records: nobody who signs has to wait for it.
alter table policy_acknowledgments validate constraint policy_acknowledgments_form;
