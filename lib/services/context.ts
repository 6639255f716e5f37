import type { Actor } from '@/lib/core/shared/actor';
import type { Door } from '@/lib/core/shared/domain';
import { newId } from './ids';

/** What every service verb is told about the call it serves. */
export type Context = {
  actor: Actor;
  /** The tenant acted in: the key's for an agent, the named or only one for a person. */
  tenantId: string;
  requestId: string;
  /** The time of the call: one clock reading for everything the verb writes. */
  now: Date;
  door: Door;
  /** Aborted when the caller has gone. */
  signal?: AbortSignal;
};

/** A context for work the server does by itself. */
export function systemContext(name: string, tenantId: string, now = new Date()): Context {
  return { actor: { kind: 'system', name }, tenantId, requestId: newId('req'), now, door: 'job' };
}

/** Id under which an actor is recorded: a user id, an agent id or the system part's name. */
export function actorId(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  if (actor.kind === 'agent') return actor.agentId;
  return actor.name;
}

export function actorName(actor: Actor): string {
  if (actor.kind === 'user') return actor.name || actor.email;
  if (actor.kind === 'agent') return actor.agentId;
  return actor.name;
}
