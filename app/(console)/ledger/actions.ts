'use server';

import { z } from 'zod';
import { action } from '@/lib/actions/action';
import { verifyLedger } from '@/lib/services/ledger/verify-ledger';

/** On demand: it reads the whole ledger. */
export const verify = action(z.object({}), verifyLedger);
