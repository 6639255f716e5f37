/**
 * The same doors as the server's fast path, for whatever starts Next without it: one application
 * serves both, the one the process built at its start.
 */
export {
  serveDoor as DELETE,
  serveDoor as GET,
  serveDoor as PATCH,
  serveDoor as POST,
  serveDoor as PUT,
} from '@/lib/http/serve';
