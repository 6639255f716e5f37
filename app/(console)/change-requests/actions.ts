'use server';

import { action } from '@/lib/actions/action';
import {
  bulkApproveSchema,
  commentChangeRequestSchema,
  decideChangeRequestSchema,
  editChangeRequestSchema,
} from '@/lib/schemas/change-requests';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import { bulkApprove } from '@/lib/services/change-requests/bulk-approve';
import { commentChangeRequest } from '@/lib/services/change-requests/comments';

export const decide = action(decideChangeRequestSchema, decideChangeRequest);
export const edit = action(editChangeRequestSchema, updateChangeRequest);
export const comment = action(commentChangeRequestSchema, commentChangeRequest);
export const approveMany = action(bulkApproveSchema, bulkApprove);
