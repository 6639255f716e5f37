import { randomBytes } from 'node:crypto';

/** Headers of every answer, page or JSON. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-permitted-cross-domain-policies': 'none',
};

/** A machine's answer renders nothing, whoever opens it. */
const API_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of a page: scripts by nonce only, which Next puts on its own from the
 * request's header. Styles stay inline-able, because server-rendered widths and
 * positions are style attributes, which no nonce can cover.
 */
function pagePolicy({ nonce, dev, secure, formTargets }) {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Where the person is, for who signs in to get back there; without what Next adds for itself. */
function pageOf(url) {
  if (!URL.canParse(url, 'http://here')) return '/';
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.delete('_rsc');
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/**
 * @param {{ baseUrl: string, dev: boolean, formTargets?: string[] }} options
 *   `formTargets`: other origins a form may end up at (single sign-on)
 */
export function makeSecurityHeaders({ baseUrl, dev, formTargets = [] }) {
  const secure = baseUrl.startsWith('https:');
  const fixed = Object.entries({
    ...ALWAYS,
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  });
  const setFixed = (response) => {
    for (const [name, value] of fixed) response.setHeader(name, value);
  };
  return {
    /** @param {import('node:http').ServerResponse} response */
    forApi(response) {
      setFixed(response);
      response.setHeader('content-security-policy', API_POLICY);
    },
    /**
     * @param {import('node:http').IncomingMessage} request
     * @param {import('node:http').ServerResponse} response
     */
    forPage(request, response) {
      const nonce = randomBytes(16).toString('base64');
      const policy = pagePolicy({ nonce, dev, secure, formTargets });
      setFixed(response);
      response.setHeader('content-security-policy', policy);
      request.headers['content-security-policy'] = policy;
      request.headers['x-nonce'] = nonce;
      request.headers['x-capstan-page'] = pageOf(request.url);
    },
  };
}
