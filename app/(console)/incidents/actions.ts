'use server';

import { action } from '@/lib/actions/action';
import { openIncidentSchema, restoreIncidentSchema } from '@/lib/schemas/incidents';
import { impactQuerySchema } from '@/lib/schemas/usage';
import { getImpact } from '@/lib/services/impact/get-impact';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { restoreIncident } from '@/lib/services/incidents/restore-incident';

/** A read, but one the dialog asks for only once it opens. */
export const readImpact = action(impactQuerySchema, getImpact);
export const submitIncident = action(openIncidentSchema, openIncident);
export const submitRestore = action(restoreIncidentSchema, restoreIncident);
