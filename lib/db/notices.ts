import { EventEmitter } from 'node:events';
import { Client, type ClientConfig, type Pool } from 'pg';

/** PostgreSQL stops a NOTIFY payload at 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const RECONNECT_MS = [200, 500, 1_000, 2_000, 5_000];
const CHANNEL = 'capstan';
const GAP = 'gap';

/**
 * Short messages between replicas: "this changed, read it again". They say that
 * something happened, never what: after a lost connection some are missed, and
 * `onGap` tells the listeners to re-read. Publish after the commit; never on the
 * ledger's path, because NOTIFY serialises commits.
 */
export type Notices = {
  publish(topic: string, payload?: string): Promise<void>;
  /** Answers a function that ends the subscription. */
  subscribe(topic: string, onNotice: (payload: string) => void): () => void;
  /** Called when messages may have been missed. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
};

function localBus() {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const listen = (event: string, listener: (payload: string) => void) => {
    emitter.on(event, listener);
    return () => void emitter.off(event, listener);
  };
  return {
    emit: (topic: string, payload: string) => emitter.emit(`topic:${topic}`, payload),
    gap: () => emitter.emit(GAP),
    subscribe: (topic: string, onNotice: (payload: string) => void) =>
      listen(`topic:${topic}`, onNotice),
    onGap: (listener: () => void) => listen(GAP, listener),
    clear: () => emitter.removeAllListeners(),
  };
}

function checkSize(payload: string): void {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
    throw new Error(
      `A notice holds at most ${MAX_PAYLOAD_BYTES} bytes: send an id, not the thing.`,
    );
  }
}

/** One process, one database: notices never leave it. */
export function inProcessNotices(): Notices {
  const bus = localBus();
  return {
    async publish(topic, payload = '') {
      checkSize(payload);
      setImmediate(() => bus.emit(topic, payload));
    },
    subscribe: bus.subscribe,
    onGap: bus.onGap,
    async close() {
      bus.clear();
    },
  };
}

/** LISTEN on a connection of its own, which comes back when it is lost. */
export async function serverNotices(
  pool: Pool,
  connection: ClientConfig,
  onTrouble: (error: Error) => void,
): Promise<Notices> {
  const bus = localBus();
  let client: Client | undefined;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new Client({
      ...connection,
      application_name: 'capstan-notices',
      keepAlive: true,
    });
    next.on('error', onTrouble);
    next.on('end', () => {
      if (!closed && client === next) retry();
    });
    next.on('notification', ({ payload = '' }) => {
      const cut = payload.indexOf(' ');
      if (cut < 0) bus.emit(payload, '');
      else bus.emit(payload.slice(0, cut), payload.slice(cut + 1));
    });
    client = next;
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    failures = 0;
  };
  const retry = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => connect().then(bus.gap, reportAndRetry),
      RECONNECT_MS[Math.min(failures++, RECONNECT_MS.length - 1)],
    );
  };
  const reportAndRetry = (error: Error): void => {
    onTrouble(error);
    if (!closed) retry();
  };

  await connect();
  return {
    async publish(topic, payload = '') {
      checkSize(payload);
      await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${topic} ${payload}`]);
    },
    subscribe: bus.subscribe,
    onGap: bus.onGap,
    async close() {
      closed = true;
      clearTimeout(timer);
      bus.clear();
      await client?.end().catch(() => {});
    },
  };
}
