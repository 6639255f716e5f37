-- Row triggers do not see TRUNCATE: what is append-only refuses that as well.
CREATE TRIGGER ledger_checkpoints_no_truncate BEFORE TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER capability_ids_no_truncate BEFORE TRUNCATE ON capability_ids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
