'use server';

import { action } from '@/lib/actions/action';
import { createBackendSchema, updateBackendSchema } from '@/lib/schemas/providers';
import { createBackend, updateBackend } from '@/lib/services/providers/backends';

export const submitBackend = action(createBackendSchema, createBackend);
export const submitBackendSettings = action(updateBackendSchema, updateBackend);
