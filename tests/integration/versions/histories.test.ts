import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveAgent } from '@/lib/services/agents/move-agent';
import { disableDue } from '@/lib/services/catalog/disable-due';
import { listMajors } from '@/lib/services/catalog/list-majors';
import { rollbackVersion } from '@/lib/services/catalog/rollback-version';
import { isServiceError } from '@/lib/services/errors';
import { decideCall } from '@/lib/services/invoke/decide';
import { makeCatalogAgent } from '@/tests/support/catalog';
import {
  approve,
  discovered,
  endIt,
  makeCallable,
  makeVersionsWorld,
  publishInput,
  settled,
  V1,
  V2,
  type VersionsWorld,
} from '@/tests/support/versions-world';

let world: VersionsWorld;
beforeAll(async () => {
  world = await makeVersionsWorld('hist');
});
afterAll(async () => await world?.cleanup());

type Agent = Awaited<ReturnType<typeof makeCatalogAgent>>;
type Act =
  | { do: 'publish'; breaking: boolean; inHours: number }
  | { do: 'sunset'; major: number; inHours: number }
  | { do: 'roll-back'; major: number }
  | { do: 'move'; agent: number; major: number }
  | { do: 'use'; agent: number }
  | { do: 'wait'; hours: number }
  | { do: 'job' };

const hours = fc.integer({ min: 0, max: 6 });
const majorNumber = fc.integer({ min: 1, max: 4 });
const agentNumber = fc.integer({ min: 0, max: 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), breaking: fc.boolean(), inHours: hours }),
  fc.record({ do: fc.constant('sunset' as const), major: majorNumber, inHours: hours }),
  fc.record({ do: fc.constant('roll-back' as const), major: majorNumber }),
  fc.record({ do: fc.constant('move' as const), agent: agentNumber, major: majorNumber }),
  fc.record({ do: fc.constant('use' as const), agent: agentNumber }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 8 }) }),
  fc.constant({ do: 'job' as const }),
);

let serial = 0;

/** One capability with two agents, and a clock of its own that only goes forward. */
class History {
  now = new Date();
  readonly log: string[] = [];
  private variant = 0;
  private constructor(
    readonly id: string,
    readonly agents: Agent[],
  ) {}

  static async begin(): Promise<History> {
    serial += 1;
    const id = `history.of.forecast_${serial}`;
    await makeCallable(world, id);
    const names = [`one-${serial}`, `two-${serial}`];
    const agents = await Promise.all(names.map((name) => makeCatalogAgent(world, name, [id])));
    return new History(id, agents);
  }

  /** Refusals are part of a history; anything else is a fault. */
  async take(step: Act): Promise<void> {
    try {
      await this.carryOut(step);
      this.log.push(JSON.stringify(step));
    } catch (error) {
      if (!isServiceError(error)) throw error;
      this.log.push(`${error.code} ${JSON.stringify(step)}`);
    }
    this.now = new Date(this.now.getTime() + 1_000);
  }

  private inHours(count: number): string {
    return new Date(this.now.getTime() + count * 3_600_000).toISOString();
  }

  private async carryOut(step: Act): Promise<void> {
    const { id, now } = this;
    const olga = { ...world.olga.ctx, now };
    switch (step.do) {
      case 'publish': {
        this.variant += 1;
        const ahead = step.inHours > 0 ? { effective_from: this.inHours(step.inHours) } : {};
        const mark = { title: `variant ${this.variant}` };
        const schema = step.breaking
          ? { ...(this.variant % 2 ? V2 : V1), ...mark, required: ['city', `x${this.variant}`] }
          : { type: 'object', ...mark };
        await publishInput(world, id, schema, { now, ...ahead });
        return;
      }
      case 'sunset':
        await endIt(world, id, { major: step.major, disable_at: this.inHours(step.inHours) }, now);
        return;
      case 'roll-back': {
        const { items } = await listMajors({ ctx: olga, input: { capability_id: id } });
        const version = items.find((one) => one.major === step.major)?.version;
        if (!version) return;
        const input = { capability_id: id, version, reason: 'Back.' };
        const proposed = await rollbackVersion({ ctx: olga, input });
        await approve(world, proposed.change_request?.id, now);
        await settled(world);
        return;
      }
      case 'move':
        await moveAgent({
          ctx: olga,
          input: {
            agent_id: this.agents[step.agent]?.actor.agentId ?? '',
            capability_id: id,
            major: step.major,
          },
        });
        return;
      case 'use':
        await discovered({ ...(this.agents[step.agent]?.ctx ?? olga), now }, id);
        return;
      case 'wait':
        this.now = new Date(now.getTime() + step.hours * 3_600_000);
        return;
      case 'job':
        await disableDue(now);
        await settled(world);
    }
  }

  /** What discovery shows an agent and what a call of it would use. Looking settles nothing. */
  async views(): Promise<{ shown: string | null; used: string | null }[]> {
    const ctx = { ...world.ada.ctx, now: this.now };
    return await Promise.all(
      this.agents.map(async ({ actor: { agentId } }) => {
        const asAgent = { agent_id: agentId };
        const { decision } = await decideCall(ctx, this.id, asAgent);
        const found = await discovered(ctx, this.id, agentId);
        const { version } = decision;
        return {
          shown: found?.version ?? null,
          used: version && `${version.major}.${version.minor}`,
        };
      }),
    );
  }
}

describe('whatever becomes of the versions of a capability', () => {
  it('an agent is shown the version its calls use', async () => {
    const seen = { steps: 0, refused: 0, majors: new Set<string>() };
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 9 }), async (acts) => {
        const history = await History.begin();
        for (const step of acts) {
          await history.take(step);
          const after = await history.views();
          for (const { shown, used } of after) expect(shown, history.log.join('\n')).toBe(used);
          seen.steps += 1;
          seen.refused += /^[A-Z]/.test(history.log.at(-1) ?? '') ? 1 : 0;
          for (const view of after) seen.majors.add(view.shown?.split('.')[0] ?? 'none');
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(seen.majors.size).toBeGreaterThan(1);
    expect(seen.steps - seen.refused).toBeGreaterThan(seen.refused);
  }, 600_000);
});
