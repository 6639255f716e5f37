import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { type ChildOptions, startChild, stopChild } from './child-process';
import { captureStderr, type StderrLog } from './stderr-log';

const NEWLINE = 10;
/** After a child has ended, how long its last output may still arrive. */
const DRAIN_MS = 250;

export type StdioTransportOptions = ChildOptions & {
  /** Bytes of one message. A longer one ends the connection. */
  maxMessageBytes: number;
  graceMs: number;
  /** Values not to be written to the log. */
  secretValues: readonly string[];
  onStderr: (line: string) => void;
};

/**
 * MCP over a child's stdin and stdout. The SDK's own transport adds HOME, USER and the rest of
 * this process's environment to what is listed, and probes the protocol with a second process;
 * this one does neither. `stderr` and `pid` make the client treat it as stdio.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why the connection ended, once it has. */
  closeReason: string | null = null;
  /** Set when it was an answer beyond the bound that ended it. */
  oversized = false;
  readonly stderr = null;
  #child: ChildProcessWithoutNullStreams | null = null;
  #log: StderrLog | null = null;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #closed = false;

  constructor(private readonly options: StdioTransportOptions) {}

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get stderrTail(): string {
    return this.#log?.tail() ?? '';
  }

  start(): Promise<void> {
    if (this.#child) return Promise.reject(new Error('This transport has been started before.'));
    const child = startChild(this.options);
    this.#child = child;
    this.#log = captureStderr(child.stderr, this.options.secretValues, this.options.onStderr);
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stdout.on('error', (error) => this.onerror?.(error));
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.once('exit', (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      const done = () => this.#finish(`The process ${how}.`);
      child.once('close', done);
      setTimeout(done, DRAIN_MS).unref();
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        this.#finish(`The process could not be started: ${error.message}`);
        reject(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (!child || this.#closed || !child.stdin.writable) {
      return Promise.reject(new Error(this.closeReason ?? 'The process is not running.'));
    }
    return new Promise((resolve, reject) => {
      child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child) await stopChild(child, this.options.graceMs);
    this.#finish('It was closed.');
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      this.#deliver(Buffer.concat(this.#chunks).toString('utf8'));
      this.#chunks = [];
      this.#buffered = 0;
      start = end + 1;
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
    this.#buffered += chunk.length - start;
    if (this.#buffered > this.options.maxMessageBytes) this.#tooLong();
  }

  #deliver(line: string): void {
    const text = line.trim();
    if (text === '' || this.#closed) return;
    try {
      this.onmessage?.(deserializeMessage(text));
    } catch (error) {
      // Servers print banners to stdout; what is no message is no reason to end.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #tooLong(): void {
    this.#chunks = [];
    this.#buffered = 0;
    this.oversized = true;
    const child = this.#child;
    child?.stdout.destroy();
    this.#finish(`A message was longer than ${this.options.maxMessageBytes} bytes.`);
    if (child) void stopChild(child, this.options.graceMs);
  }

  #finish(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.closeReason = reason;
    this.onclose?.();
  }
}
