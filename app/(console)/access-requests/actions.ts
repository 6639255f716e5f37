'use server';

import { action } from '@/lib/actions/action';
import {
  accessRequestParamsSchema,
  approveAccessSchema,
  createAccessRequestSchema,
  denyAccessSchema,
} from '@/lib/schemas/access-requests';
import {
  approveAccessRequest,
  denyAccessRequest,
} from '@/lib/services/access-requests/approve-access-request';
import { createAccessRequest } from '@/lib/services/access-requests/create-access-request';
import { withdrawAccessRequest } from '@/lib/services/access-requests/withdraw-access-request';

export const requestAccess = action(createAccessRequestSchema, createAccessRequest);
export const approveAccess = action(approveAccessSchema, approveAccessRequest);
export const denyAccess = action(denyAccessSchema, denyAccessRequest);
export const withdrawAccess = action(accessRequestParamsSchema, withdrawAccessRequest);
