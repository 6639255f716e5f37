'use server';

import { action } from '@/lib/actions/action';
import {
  bulkTriageSchema,
  capabilityRefSchema,
  createCapabilitySchema,
  dismissSchema,
  quarantineSchema,
  transitionSchema,
  updateCapabilitySchema,
} from '@/lib/schemas/capabilities';
import {
  deprecationCheckSchema,
  deprecationSchema,
  retireMajorSchema,
  withdrawDeprecationSchema,
} from '@/lib/schemas/deprecation';
import { lintTextSchema } from '@/lib/schemas/lint';
import { rollbackSchema, versionCheckInputSchema } from '@/lib/schemas/versions';
import { attestCapability } from '@/lib/services/catalog/attest-capability';
import { bulkTriage } from '@/lib/services/catalog/bulk-triage';
import { checkDeprecation } from '@/lib/services/catalog/check-deprecation';
import { checkVersion } from '@/lib/services/catalog/check-version';
import { createCapability } from '@/lib/services/catalog/create-capability';
import { decideQuarantine } from '@/lib/services/catalog/decide-quarantine';
import { deprecateCapability } from '@/lib/services/catalog/deprecate-capability';
import { dismissCapability } from '@/lib/services/catalog/dismiss-capability';
import { lintText } from '@/lib/services/catalog/lint-text';
import { retireMajor } from '@/lib/services/catalog/retire-major';
import { rollbackVersion } from '@/lib/services/catalog/rollback-version';
import { smokeCapability } from '@/lib/services/catalog/smoke-capability';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { withdrawDeprecation } from '@/lib/services/catalog/withdraw-deprecation';

export const create = action(createCapabilitySchema, createCapability);
export const update = action(updateCapabilitySchema, updateCapability);
export const lint = action(lintTextSchema, lintText);
export const move = action(transitionSchema, transitionCapability);
export const bulk = action(bulkTriageSchema, bulkTriage);
export const dismiss = action(dismissSchema, dismissCapability);
export const attest = action(capabilityRefSchema, attestCapability);
export const smoke = action(capabilityRefSchema, smokeCapability);
export const deprecate = action(deprecationSchema, deprecateCapability);
export const tryDeprecation = action(deprecationCheckSchema, checkDeprecation);
export const undeprecate = action(withdrawDeprecationSchema, withdrawDeprecation);
export const checkChange = action(versionCheckInputSchema, checkVersion);
export const retire = action(retireMajorSchema, retireMajor);
export const rollback = action(rollbackSchema, rollbackVersion);
export const decideOnQuarantine = action(quarantineSchema, decideQuarantine);
