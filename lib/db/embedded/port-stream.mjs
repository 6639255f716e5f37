import { Duplex } from 'node:stream';

/**
 * A byte stream over a message port, with the few methods of a socket that `pg` calls. Both ends
 * of a connection to the embedded database are one: a message between two threads costs a fifth
 * of a unix socket's round trip, and leaves nothing in the file system to protect.
 *
 * There is no back pressure: a statement's answer is whole in memory before it is sent, as it is
 * with a socket.
 */
export class PortStream extends Duplex {
  #port;

  /** @param {import('node:worker_threads').MessagePort} port */
  constructor(port) {
    super({ allowHalfOpen: false });
    this.#port = port;
    // Null is the other's end.
    port.on('message', (bytes) => this.push(bytes && Buffer.from(bytes.buffer)));
    port.on('close', () => this.destroy());
  }

  connect() {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay() {
    return this;
  }

  setKeepAlive() {
    return this;
  }

  ref() {
    this.#port.ref();
    return this;
  }

  unref() {
    this.#port.unref();
    return this;
  }

  _read() {}

  _write(chunk, _encoding, done) {
    this.#send(chunk);
    done();
  }

  _writev(chunks, done) {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  _final(done) {
    this.#port.postMessage(null);
    done();
  }

  _destroy(error, done) {
    this.#port.close();
    done(error);
  }

  /** A copy: what `pg` and PGlite hand over may be a view into a buffer they use again. */
  #send(chunk) {
    const bytes = Uint8Array.from(chunk);
    this.#port.postMessage(bytes, [bytes.buffer]);
  }
}
