'use server';

import { action } from '@/lib/actions/action';
import { tryCallSchema, tryDecisionSchema } from '@/lib/schemas/try-call';
import { getDecision } from '@/lib/services/invoke/decide';
import { tryCall } from '@/lib/services/invoke/try-call';

export const askDecision = action(tryDecisionSchema, getDecision);
export const callAsAgent = action(tryCallSchema, tryCall);
