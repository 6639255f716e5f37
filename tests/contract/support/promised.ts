/** The REST door as its callers were promised it: one line a resource, methods and path. */
const PROMISED = `
POST /capabilities/discover
GET,POST /capabilities
GET,PATCH /capabilities/{id}
GET /capabilities/{id}/schema
POST /capabilities/{id}/transitions
GET,POST /capabilities/{id}/versions
POST /capabilities/{id}/versions/check
POST /capabilities/{id}/versions/{v}/rollback
POST,DELETE /capabilities/{id}/deprecation
POST /capabilities/{id}/decision
POST /capabilities/{id}/invoke
GET,POST /capabilities/{id}/bindings
PATCH,DELETE /bindings/{id}
POST /capabilities/{id}/attest
POST /capabilities/{id}/smoke
POST /capabilities/{id}/quarantine/release
POST /capabilities/{id}/quarantine/uphold
GET /capabilities/{id}/contract
PUT /contracts
POST /compat
GET /change-requests
GET,PATCH /change-requests/{id}
POST /change-requests/{id}/approve
POST /change-requests/{id}/reject
POST /change-requests/{id}/withdraw
GET /approvals
GET /approvals/{id}
POST /approvals/{id}/approve
POST /approvals/{id}/deny
GET,POST /access-requests
POST /access-requests/{id}/approve
POST /access-requests/{id}/deny
GET,POST /providers
GET,PATCH,DELETE /providers/{id}
POST /providers/{id}/sync
GET /providers/{id}/syncs
GET /syncs/{id}
GET,POST,PATCH /backends
GET,POST /agents
GET,PATCH /agents/{id}
GET,POST /agents/{id}/keys
DELETE /agents/{id}/keys/{id}
GET,PUT /agents/{id}/grants
GET,POST /teams
PATCH,DELETE /teams/{id}
PUT,DELETE /teams/{id}/members/{user}
GET,POST /profiles
PATCH,DELETE /profiles/{id}
GET,POST /skills
PATCH,DELETE /skills/{id}
GET,POST /users
PATCH /users/{id}
GET,POST /users/{id}/tokens
DELETE /users/{id}/tokens/{id}
GET,POST /tenants
GET,PATCH /settings
GET,POST /webhooks
DELETE /webhooks/{id}
GET /notifications
GET /invocations
GET /invocations/export
GET /ledger/verify
GET /receipts/{resolve_id}
GET /usage-graph
POST /impact
GET,POST /incidents
GET /incidents/{id}
POST /incidents/{id}/restore
POST /imports/openapi
POST /imports/a2a
POST /imports/skill
POST /imports/arazzo
POST /imports/mcp-registry
POST /runs
GET /audit`;

/** Not built yet. A line comes out of here when its route comes in; the test says when. */
const LATER = `
GET /skills
POST /skills
PATCH /skills/{}
DELETE /skills/{}
POST /imports/openapi
POST /imports/a2a
POST /imports/skill
POST /imports/arazzo
POST /imports/mcp-registry
POST /runs`;

const lines = (text: string) => text.trim().split('\n');

/** Parameters have names of their own in code; what counts is their place. */
export const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

export const promised: readonly string[] = lines(PROMISED).flatMap((line) => {
  const [methods = '', path = ''] = line.split(' ');
  return methods.split(',').map((method) => `${method} ${withoutNames(path)}`);
});
export const later: readonly string[] = lines(LATER);
