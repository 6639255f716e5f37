import type { Context } from '../context';
import { ServiceError } from '../errors';

/** Providers are how the platform reaches out; agents know capabilities only. */
export function requirePerson(ctx: Context): void {
  if (ctx.actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'Providers are for people; use a personal access token.');
  }
}
