'use server';

import { action } from '@/lib/actions/action';
import { decideApprovalSchema } from '@/lib/schemas/invoke';
import { decideApproval } from '@/lib/services/approvals/decide-approval';

export const decide = action(decideApprovalSchema, decideApproval);
