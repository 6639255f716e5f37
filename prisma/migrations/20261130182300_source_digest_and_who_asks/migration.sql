-- Expands only: builds of version 1 go on with this schema.
ALTER TABLE "providers" ADD COLUMN "source_digest" TEXT;
ALTER TABLE "approvals" ADD COLUMN "behind" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Who stands behind a call that waits already is read from today's teams, the best that is known.
UPDATE approvals a SET behind = ARRAY(
  SELECT m.user_id FROM agents g
    JOIN team_members m ON m.tenant_id = g.tenant_id AND m.team_id = g.owner_team_id
    WHERE g.tenant_id = a.agent_tenant_id AND g.id = a.agent_id
  UNION SELECT u.id FROM users u WHERE u.id = a.subject
  ORDER BY 1
) WHERE a.status = 'PENDING';

UPDATE schema_compat SET schema_version = 2 WHERE schema_version < 2;
