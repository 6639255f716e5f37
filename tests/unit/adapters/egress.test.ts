import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllowedHost, parseAllowList, refusedAddress } from '@/lib/adapters/egress/address';
import { findEgressError } from '@/lib/adapters/egress/error';
import { createEgress, type EgressOptions } from '@/lib/adapters/egress/guarded-fetch';

const none = parseAllowList([]);

describe('refusedAddress', () => {
  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'nonsense',
  ])('refuses %s', (address) => {
    expect(refusedAddress(address, none)).not.toBeNull();
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'lets %s pass',
    (address) => {
      expect(refusedAddress(address, none)).toBeNull();
    },
  );

  it('follows the configuration', () => {
    const allow = parseAllowList(['10.0.0.0/8', '127.0.0.1', 'mcp.internal', '*.corp.test']);
    expect(refusedAddress('10.9.9.9', allow)).toBeNull();
    expect(refusedAddress('::ffff:10.9.9.9', allow)).toBeNull();
    expect(refusedAddress('127.0.0.2', allow)).not.toBeNull();
    expect(isAllowedHost('MCP.internal.', allow)).toBe(true);
    expect(isAllowedHost('a.b.corp.test', allow)).toBe(true);
    expect(isAllowedHost('evilcorp.test', allow)).toBe(false);
    expect(() => parseAllowList(['10.0.0.0/99'])).toThrow(/"10.0.0.0\/99" is neither/);
  });
});

describe('guarded fetch', () => {
  let server: Server;
  let port = 0;
  let seen: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = request.url ?? '';
      seen.push({ url, headers: request.headers });
      const hop = /^\/hops\/(\d+)/.exec(url);
      if (hop) response.writeHead(302, { location: `/hops/${Number(hop[1]) + 1}` }).end();
      else if (url.startsWith('/to?')) response.writeHead(307, { location: url.slice(4) }).end();
      else if (url === '/big') response.end('x'.repeat(5_000));
      else if (url === '/big-unsaid') {
        response.write('x'.repeat(3_000));
        response.end('x'.repeat(3_000));
      } else if (url === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let i = 0; i < 20; i += 1) response.write(`data: ${'y'.repeat(400)}\r\n\r\n`);
        response.end();
      } else response.end('hello');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function withEgress<T>(
    options: EgressOptions,
    use: (egress: ReturnType<typeof createEgress>) => Promise<T>,
  ): Promise<T> {
    seen = [];
    const egress = createEgress(options);
    try {
      return await use(egress);
    } finally {
      await egress.close();
    }
  }
  async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
    return promise.then(
      () => 'answered',
      (error: unknown) => findEgressError(error)?.code ?? String(error),
    );
  }
  const answer = (address: string) => async () => [{ address, family: 4 }];

  it.each([
    'file:///etc/passwd',
    'ftp://example.test/',
    'http://user:secret@example.test/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
  ])('refuses %s before any connection', async (url) => {
    await withEgress({}, async (egress) => {
      expect(await codeOf(egress.fetch(url))).toBe('EGRESS_REFUSED');
      expect(() => egress.checkUrl(url)).toThrow(/is refused/);
    });
  });

  it('refuses a name that resolves to a private address, even beside a public one', async () => {
    const resolver = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await withEgress({ resolver }, async (egress) => {
      expect(await codeOf(egress.fetch('http://two.test/'))).toBe('EGRESS_REFUSED');
    });
  });

  it('connects to the address it checked, whatever DNS says next', async () => {
    let asked = 0;
    const resolver = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    await withEgress({ resolver, allow: ['127.0.0.1'] }, async (egress) => {
      const response = await egress.fetch(`http://rebind.test:${port}/a`);
      expect(await response.text()).toBe('hello');
      expect(asked).toBe(1);
      expect(await codeOf(egress.fetch(`http://rebind.test:${port + 1}/a`))).toBe('EGRESS_REFUSED');
    });
  });

  it('lets a configured host be private', async () => {
    await withEgress({ resolver: answer('127.0.0.1'), allow: ['ok.test'] }, async (egress) => {
      const response = await egress.fetch(`http://ok.test:${port}/`);
      expect(await response.text()).toBe('hello');
      expect(await codeOf(egress.fetch(`http://other.test:${port}/`))).toBe('EGRESS_REFUSED');
    });
  });

  it('says when a name has no address', async () => {
    await withEgress({ resolver: async () => [] }, async (egress) => {
      expect(await codeOf(egress.fetch('http://gone.test/'))).toBe('UNRESOLVED');
    });
  });

  it('checks every redirect, and follows a bounded number', async () => {
    await withEgress({ resolver: answer('127.0.0.1'), allow: ['ok.test'] }, async (egress) => {
      const base = `http://ok.test:${port}`;
      expect(await codeOf(egress.fetch(`${base}/to?http://10.0.0.1/`))).toBe('EGRESS_REFUSED');
      expect(await codeOf(egress.fetch(`${base}/to?http://evil.test/`))).toBe('EGRESS_REFUSED');
      expect(await codeOf(egress.fetch(`${base}/to?file:///etc/passwd`))).toBe('EGRESS_REFUSED');
      expect(await codeOf(egress.fetch(`${base}/hops/0`))).toBe('TOO_MANY_REDIRECTS');
      const manual = await egress.fetch(`${base}/to?http://10.0.0.1/`, { redirect: 'manual' });
      expect(manual.status).toBe(307);
    });
  });

  it('does not carry credentials to another origin', async () => {
    const allow = ['a.test', 'b.test'];
    await withEgress({ resolver: answer('127.0.0.1'), allow }, async (egress) => {
      const init = { headers: { authorization: 'Bearer x', 'x-other': 'y' } };
      await egress.fetch(`http://a.test:${port}/to?http://b.test:${port}/end`, init);
      expect(seen[0]?.headers.authorization).toBe('Bearer x');
      expect(seen[1]?.headers.authorization).toBeUndefined();
      expect(seen[1]?.headers['x-other']).toBe('y');
    });
  });

  it('bounds the answer, of an event stream each event', async () => {
    await withEgress({ allow: ['127.0.0.1'] }, async (egress) => {
      const base = `http://127.0.0.1:${port}`;
      const policy = { maxResponseBytes: 1_000 };
      expect(await codeOf(egress.fetch(`${base}/big`, {}, policy))).toBe('RESPONSE_TOO_LARGE');
      const unsaid = await egress.fetch(`${base}/big-unsaid`, {}, policy);
      expect(await codeOf(unsaid.text())).toBe('RESPONSE_TOO_LARGE');
      const events = await egress.fetch(`${base}/events`, {}, policy);
      expect((await events.text()).length).toBeGreaterThan(8_000);
    });
  });

  it('ends with the caller', async () => {
    await withEgress({ allow: ['127.0.0.1'] }, async (egress) => {
      const signal = AbortSignal.abort(new Error('enough'));
      await expect(egress.fetch(`http://127.0.0.1:${port}/`, { signal })).rejects.toThrow();
    });
  });
});
