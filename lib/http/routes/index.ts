import type { OpenAPIHono } from '@hono/zod-openapi';
import { registerAccessRequests } from './access-requests';
import { registerAgents } from './agents';
import { registerApprovals } from './approvals';
import { registerAudit } from './audit';
import { registerBindings } from './bindings';
import { registerCapabilities } from './capabilities';
import { registerChangeRequests } from './change-requests';
import { registerDelegations } from './delegations';
import { registerDeprecation } from './deprecation';
import { registerDiscover } from './discover';
import { registerHealth } from './health';
import { registerImpact } from './impact';
import { registerIncidents } from './incidents';
import { registerInvocations } from './invocations';
import { registerInvoke } from './invoke';
import { registerMcp } from './mcp';
import { registerMetrics } from './metrics';
import { registerNotifications } from './notifications';
import { registerProfiles } from './profiles';
import { registerProviders } from './providers';
import { registerSettings } from './settings';
import { registerTeams } from './teams';
import { registerTenants } from './tenants';
import { registerUsageGraph } from './usage-graph';
import { registerUsers } from './users';
import { registerWebhooks } from './webhooks';

/** Every group of routes, one file a domain. */
export function registerRoutes(app: OpenAPIHono): void {
  registerHealth(app);
  registerDiscover(app);
  registerCapabilities(app);
  registerDeprecation(app);
  registerChangeRequests(app);
  registerBindings(app);
  registerInvoke(app);
  registerApprovals(app);
  registerAccessRequests(app);
  registerMcp(app);
  registerProviders(app);
  registerAgents(app);
  registerProfiles(app);
  registerSettings(app);
  registerTeams(app);
  registerTenants(app);
  registerUsers(app);
<<<<<<< HEAD
  registerDelegations(app);
=======
  registerNotifications(app);
  registerWebhooks(app);
>>>>>>> main
  registerAudit(app);
  registerImpact(app);
  registerIncidents(app);
  registerInvocations(app);
  registerMetrics(app);
  registerUsageGraph(app);
}
