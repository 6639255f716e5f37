import { runtimePart } from '@/lib/runtime';
import type { InflightCalls } from './inflight';
import type { KillSet } from './kill-set';

const killSetPart = runtimePart<KillSet>('kill-set');
const inflightPart = runtimePart<InflightCalls>('inflight-calls');

/** The open incidents as this process knows them. @throws ServiceError UNAVAILABLE before boot */
export function killSet(): KillSet {
  return killSetPart.get();
}

/** The calls this process has out. */
export function inflight(): InflightCalls {
  return inflightPart.get();
}

export function setIncidentParts(set: KillSet, calls: InflightCalls): void {
  killSetPart.set(set);
  inflightPart.set(calls);
}
