/**
 * PostgreSQL's wire protocol over streams, in front of one PGlite.
 *
 * The published socket server hands PGlite one message at a time, so messages of
 * two connections can mix between Parse and Execute: after an error, or when a
 * large value arrives in pieces, one connection runs the other's statement. Here
 * the unit is everything up to Sync (or one simple query), and a connection that
 * left a transaction open keeps the database until it ends it.
 */

const SYNC = 0x53;
const QUERY = 0x51;
const FLUSH = 0x48;
const TERMINATE = 0x58;
const READY = 0x5a;
const IDLE = 0x49;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

class Connection {
  constructor(socket) {
    this.socket = socket;
    this.buffer = Buffer.alloc(0);
    this.scanned = 0;
    this.started = false;
    this.gone = false;
  }

  /** Adds what arrived and answers the complete batches, in order. */
  take(chunk) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, chunk]) : chunk;
    const batches = [];
    while (this.started ? this.#message(batches) : this.#startup(batches));
    return batches;
  }

  #startup(batches) {
    if (this.buffer.length < 8) return false;
    const length = this.buffer.readInt32BE(0);
    if (length < 8 || length > 10_000) return this.#refuse();
    if (this.buffer.length < length) return false;
    const code = this.buffer.readInt32BE(4);
    const message = this.#cut(length);
    if (code === SSL_REQUEST || code === GSS_REQUEST) this.socket.write('N');
    // There is no second backend to signal; the caller's own timeout decides.
    else if (code === CANCEL_REQUEST) return this.#refuse();
    else {
      this.started = true;
      batches.push(message);
    }
    return true;
  }

  #message(batches) {
    if (this.buffer.length < this.scanned + 5) return false;
    const length = 1 + this.buffer.readInt32BE(this.scanned + 1);
    if (length < 5) return this.#refuse();
    if (this.buffer.length < this.scanned + length) return false;
    const type = this.buffer[this.scanned];
    if (type === TERMINATE) return this.#refuse();
    this.scanned += length;
    if (type === SYNC || type === QUERY || type === FLUSH) batches.push(this.#cut(this.scanned));
    return true;
  }

  #cut(length) {
    const part = this.buffer.subarray(0, length);
    this.buffer = this.buffer.subarray(length);
    this.scanned = 0;
    return part;
  }

  #refuse() {
    this.buffer = Buffer.alloc(0);
    this.scanned = 0;
    this.socket.end();
    return false;
  }
}

/**
 * @param {import('@electric-sql/pglite').PGlite} db
 * @param {{ idleInTransactionMs: number }} options
 */
export function serveWire(db, { idleInTransactionMs }) {
  const connections = new Set();
  const queue = [];
  let owner = null;
  let ownerTimer;
  let running = null;

  const run = async ({ connection, batch }) => {
    const parts = [];
    await db.runExclusive(() =>
      db.execProtocolRawStream(new Uint8Array(batch), {
        onRawData: (data) => parts.push(Buffer.from(data)),
      }),
    );
    const answer = Buffer.concat(parts);
    const ready = answer.length >= 6 && answer[answer.length - 6] === READY;
    owner = ready && answer[answer.length - 1] === IDLE ? null : connection;
    if (connection.socket.writable) connection.socket.write(answer);
  };

  const rollBack = async () => {
    if (db.isInTransaction()) await db.exec('ROLLBACK');
    owner = null;
  };

  const drain = async () => {
    for (;;) {
      if (owner?.gone) await rollBack();
      const at = owner ? queue.findIndex((entry) => entry.connection === owner) : 0;
      const [entry] = at >= 0 ? queue.splice(at, 1) : [];
      if (!entry) return;
      try {
        await run(entry);
      } catch (error) {
        // The engine itself failed, not a statement: end this connection, keep the queue moving.
        entry.connection.gone = true;
        entry.connection.socket.destroy(error);
        owner = entry.connection;
      }
    }
  };

  const pump = () => {
    clearTimeout(ownerTimer);
    running ??= drain().finally(() => {
      running = null;
      if (!owner) return queue.length ? pump() : undefined;
      const idle = owner;
      ownerTimer = setTimeout(() => idle.socket.destroy(), idleInTransactionMs);
      ownerTimer.unref();
      if (queue.some((entry) => entry.connection === owner) || owner.gone) pump();
    });
  };

  /** @param {import('node:stream').Duplex} socket a client's connection, from its first byte on */
  const accept = (socket) => {
    const connection = new Connection(socket);
    connections.add(connection);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const batch of connection.take(chunk)) queue.push({ connection, batch });
      pump();
    });
    socket.on('close', () => {
      connection.gone = true;
      connections.delete(connection);
      for (let i = queue.length - 1; i >= 0; i--) {
        if (queue[i].connection === connection) queue.splice(i, 1);
      }
      pump();
    });
  };

  return {
    accept,
    async close() {
      for (const { socket } of connections) socket.destroy();
      await running;
      await rollBack();
    },
  };
}
