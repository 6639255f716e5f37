'use server';

import { action } from '@/lib/actions/action';
import { decideChangeRequestSchema } from '@/lib/schemas/change-requests';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';

export const decide = action(decideChangeRequestSchema, decideChangeRequest);
