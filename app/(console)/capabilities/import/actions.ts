'use server';

import { action } from '@/lib/actions/action';
import { applyContractsSchema } from '@/lib/schemas/contract';
import { applyContracts } from '@/lib/services/contracts/apply-contracts';

export const apply = action(applyContractsSchema, applyContracts);
