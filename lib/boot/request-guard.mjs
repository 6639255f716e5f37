import ipaddr from 'ipaddr.js';

/**
 * What every request passes before any door sees it: the Host must be one Capstan
 * serves (DNS rebinding), an Origin must be Capstan's own, and forwarding headers
 * count only from a proxy that is trusted. Plain JavaScript: server.mjs uses it
 * before and beside the bundle.
 */

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Host without the port its scheme implies: browsers leave it out. */
function withoutDefaultPort(host, protocol) {
  const port = protocol === 'https:' ? ':443' : ':80';
  const lower = host.toLowerCase();
  return lower.endsWith(port) ? lower.slice(0, -port.length) : lower;
}

function parseRange(text) {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isInside(text, ranges) {
  if (!text || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/**
 * @param {{ baseUrl: string, port: number, trustedProxies: string[] }} options
 */
export function makeRequestGuard({ baseUrl, port, trustedProxies }) {
  const base = new URL(baseUrl);
  const loopback = LOOPBACK.map((name) => `${name}:${port}`);
  const hosts = new Set(
    [base.host, ...loopback].map((host) => withoutDefaultPort(host, base.protocol)),
  );
  const origins = new Set([
    base.origin,
    ...loopback.map((host) => new URL(`http://${host}`).origin),
  ]);
  const trusted = trustedProxies.map(parseRange);

  /** The nearest address that is not a trusted proxy, read from the right: the left is the caller's word. */
  const clientAddress = (peer, forwarded) => {
    if (!isInside(peer, trusted)) return peer;
    const hops = String(forwarded ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => ipaddr.isValid(hop));
    return hops.reverse().find((hop) => !isInside(hop, trusted)) ?? hops.at(-1) ?? peer;
  };

  /**
   * Cleans the request's headers in place and answers why it is refused, or null.
   *
   * @param {import('node:http').IncomingMessage} request
   * @returns {{ status: number, title: string, code: string, detail: string } | null}
   */
  return function guard(request) {
    const { headers } = request;
    const peer = request.socket.remoteAddress ?? '';
    const viaProxy = isInside(peer, trusted);
    headers['x-capstan-client'] = clientAddress(peer, headers['x-forwarded-for']);
    const host = (viaProxy && headers['x-forwarded-host']) || headers.host || '';
    if (!viaProxy) {
      for (const name of Object.keys(headers)) {
        if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name];
      }
    }
    if (!hosts.has(withoutDefaultPort(String(host), base.protocol))) {
      return {
        status: 421,
        title: 'Misdirected Request',
        code: 'MISDIRECTED',
        detail: 'Capstan does not serve this host name; CAPSTAN_BASE_URL says which one it serves.',
      };
    }
    const { origin } = headers;
    if (origin !== undefined && !origins.has(origin.toLowerCase())) {
      return {
        status: 403,
        title: 'Not allowed',
        code: 'FORBIDDEN',
        detail: 'Capstan takes no requests from pages of another origin.',
      };
    }
    return null;
  };
}
