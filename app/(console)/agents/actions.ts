'use server';

import { action } from '@/lib/actions/action';
import {
  createAgentKeySchema,
  createAgentSchema,
  putGrantsSchema,
  revokeAgentKeySchema,
  updateAgentSchema,
} from '@/lib/schemas/agents';
import { moveAgentSchema } from '@/lib/schemas/deprecation';
import { rowVersionSchema } from '@/lib/schemas/shared';
import { createAgent } from '@/lib/services/agents/create-agent';
import { createAgentKey } from '@/lib/services/agents/create-agent-key';
import { moveAgent } from '@/lib/services/agents/move-agent';
import { putGrants } from '@/lib/services/agents/put-grants';
import { revokeAgentKey } from '@/lib/services/agents/revoke-agent-key';
import { updateAgent } from '@/lib/services/agents/update-agent';

export const submitNewAgent = action(createAgentSchema, createAgent);
export const submitAgent = action(updateAgentSchema, updateAgent);
export const submitGrants = action(
  putGrantsSchema.extend({ if_version: rowVersionSchema }),
  putGrants,
);
export const submitNewKey = action(createAgentKeySchema, createAgentKey);
export const submitRevokeKey = action(revokeAgentKeySchema, revokeAgentKey);
export const submitMove = action(moveAgentSchema, moveAgent);
