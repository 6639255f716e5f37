import { createHash } from 'node:crypto';
import { canonicalJson } from '@/lib/core/shared/json';
import { type CapabilityRecord, toCapability } from './rows';

/**
 * Hash over what a reviewer decides on: everything people write. Attesting, smoke calls and health
 * are no part of it, so they do not undo a review under way.
 */
export function fingerprint(row: CapabilityRecord): string {
  const shown = toCapability(row);
  const decided = {
    id: shown.id,
    name: shown.name,
    title: shown.title,
    type: shown.type,
    description: shown.description,
    owner: shown.owner,
    tags: shown.tags,
    risk: shown.risk,
    approval_required: shown.approval_required,
    approval_waiver: shown.approval_waiver,
    required_roles: shown.required_roles,
    scopes: shown.scopes,
    limits: shown.limits,
    observability: shown.observability,
    metadata: shown.metadata,
    input_schema: shown.input_schema,
    output_schema: shown.output_schema,
    annotations: shown.annotations,
    safe_example: shown.safe_example,
  };
  return `sha256:${createHash('sha256').update(canonicalJson(decided)).digest('hex')}`;
}
