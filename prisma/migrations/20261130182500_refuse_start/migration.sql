-- Lets one statement count a call, look at the kill epoch and write its start record, and still
-- take all of it back when one of these says no.
CREATE FUNCTION refuse_start(why text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION '%', why USING ERRCODE = 'CP001';
END $$;
