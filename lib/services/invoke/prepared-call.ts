import type { Json } from '@/lib/core/shared/json';
import type { InvokeInput } from '@/lib/schemas/invoke';
import type { Context } from '../context';
import type { Decided } from './decide';
import type { BindingRow, VersionRow } from './load-call';

/** What a caller asks for: the body, the id in the path and the Idempotency-Key header. */
export type InvokeCall = InvokeInput & { id: string; idempotency_key?: string };

/** Everything about one call that has been settled before it may start. */
export type PreparedCall = {
  ctx: Context;
  decided: Decided;
  input: InvokeCall;
  invocationId: string;
  subject: string;
  version: { major: number; minor: number };
  contract: VersionRow;
  /** Paths the schema declares, with types; never a value. */
  shape: Json;
  /** Keyed digest of the arguments. */
  digest: string;
  /** Best first; none when no provider can serve it now. */
  bindings: BindingRow[];
};
