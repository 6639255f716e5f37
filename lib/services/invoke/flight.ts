import type { BindingSite } from '@/lib/core/policy/incidents';
import type { CutOff } from '../incidents/inflight';
import { inflight } from '../incidents/parts';
import { type BindingRow, siteOf } from './load-call';
import type { PreparedCall } from './prepared-call';

/** A call on its way: known to incidents from before its start record on. */
export type Flight = {
  signal: AbortSignal;
  /** Why it was cut off, if it was. */
  cutOff(): CutOff | null;
  /** The call goes on to another binding: from now on incidents find it there. */
  goTo(binding: BindingRow): void;
  land(): void;
};

/**
 * Puts the call where incidents find it. Done before the start record commits: an incident that
 * commits after it will see the call and cancel it.
 */
export function takeOff(call: PreparedCall): Flight {
  const stop = new AbortController();
  let cutOff: CutOff | null = null;
  const { rows, caller } = call.decided;
  const register = (sites: readonly BindingSite[]) =>
    inflight().register(
      call.invocationId,
      {
        tenantId: caller.tenantId,
        agent: caller.agentId,
        capability: { tenantId: rows.capability.tenantId, id: rows.capability.id },
        providers: sites.map((site) => site.provider),
        backendIds: sites.flatMap((site) => site.backend?.id ?? []),
      },
      (why) => {
        cutOff ??= why;
        stop.abort();
      },
    );
  let land = register(call.bindings.slice(0, 1).map(siteOf));
  const { signal } = call.ctx;
  return {
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    cutOff: () => cutOff,
    goTo: (binding) => {
      land = register([siteOf(binding)]);
    },
    land: () => land(),
  };
}
