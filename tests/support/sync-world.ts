import { syncProvider } from '@/lib/services/providers/sync-provider';
import { type CatalogWorld, makeCatalogWorld } from './catalog';
import { createProvidersRuntime, makeProvider, promote, toolOf } from './providers';
import { type ReplayServer, startReplayServer } from './replay-server';

/** People, and servers to sync from that end with the world. */
export type SyncWorld = CatalogWorld & {
  serve(...listed: Parameters<typeof startReplayServer>): Promise<ReplayServer>;
  /** A provider of this id with one tool, a draft. */
  draftOf(id: string, tool?: ReturnType<typeof toolOf>): Promise<ReplayServer>;
  /** The same in production. */
  liveOf(id: string): Promise<ReplayServer>;
  sync(id: string): ReturnType<typeof syncProvider>;
  cleanup(): Promise<void>;
};

export async function makeSyncWorld(name: string): Promise<SyncWorld> {
  const test = await createProvidersRuntime();
  const people = await makeCatalogWorld(name);
  const servers: ReplayServer[] = [];
  const world: SyncWorld = Object.assign(people, {
    async serve(...listed: Parameters<typeof startReplayServer>) {
      const server = await startReplayServer(...listed);
      servers.push(server);
      return server;
    },
    async draftOf(id: string, tool = toolOf('forecast')) {
      const server = await world.serve({ tools: [tool] });
      await makeProvider(people, id, server.url);
      await world.sync(id);
      return server;
    },
    async liveOf(id: string) {
      const server = await world.draftOf(id);
      await promote(people, `${id}.forecast`);
      return server;
    },
    sync: (id: string) => syncProvider({ ctx: people.olga.ctx, input: { id } }),
    async cleanup() {
      await test.cleanup();
      for (const server of servers) await server.close();
    },
  });
  return world;
}
