'use server';

import { action } from '@/lib/actions/action';
import { inspectInputSchema } from '@/lib/schemas/playground';
import { caseRefSchema, createCaseSchema } from '@/lib/schemas/resolver-cases';
import { inspectDiscovery } from '@/lib/services/discover/inspect';
import { createCase } from '@/lib/services/resolver-cases/create-case';
import { deleteCase } from '@/lib/services/resolver-cases/delete-case';
import { runCase } from '@/lib/services/resolver-cases/run-case';

/** Not a mere read: every resolve leaves a receipt. */
export const inspect = action(inspectInputSchema, inspectDiscovery);
export const saveCase = action(createCaseSchema, createCase);
export const runSavedCase = action(caseRefSchema, runCase);
export const removeCase = action(caseRefSchema, deleteCase);
