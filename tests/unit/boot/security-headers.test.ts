import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeSecurityHeaders } from '@/lib/boot/security-headers.mjs';

function page(options: Parameters<typeof makeSecurityHeaders>[0], url = '/') {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  const response = new ServerResponse(request);
  makeSecurityHeaders(options).forPage(request, response);
  return { request, response, policy: String(response.getHeader('content-security-policy')) };
}

describe('pages', () => {
  it('allow scripts by a fresh nonce only, which Next reads from the request', () => {
    const one = page({ baseUrl: 'http://127.0.0.1:3000', dev: false });
    const two = page({ baseUrl: 'http://127.0.0.1:3000', dev: false });
    const nonce = one.request.headers['x-nonce'];
    expect(one.policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`);
    expect(one.request.headers['content-security-policy']).toBe(one.policy);
    expect(one.policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(two.request.headers['x-nonce']).not.toBe(nonce);
  });

  it('say where the person is, whatever the client claims', () => {
    const at = (url: string) =>
      page({ baseUrl: 'http://127.0.0.1:3000', dev: false }, url).request.headers['x-capstan-page'];
    expect(at('/ledger?status=FAILED&_rsc=1x')).toBe('/ledger?status=FAILED');
    expect(at('/agents')).toBe('/agents');
    expect(at('//')).toBe('/');
  });

  it('may be framed by nobody and sniffed by nobody', () => {
    const { response, policy } = page({ baseUrl: 'http://127.0.0.1:3000', dev: false });
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.getHeader('x-content-type-options')).toBe('nosniff');
    expect(response.hasHeader('strict-transport-security')).toBe(false);
  });

  it('insist on TLS where the base URL has it', () => {
    const { response, policy } = page({ baseUrl: 'https://capstan.example.com', dev: false });
    expect(policy).toContain('upgrade-insecure-requests');
    expect(response.getHeader('strict-transport-security')).toContain('max-age');
  });

  it('let a form end at single sign-on when there is one', () => {
    const formTargets = ['https://login.example.com'];
    const { policy } = page({ baseUrl: 'http://127.0.0.1:3000', dev: false, formTargets });
    expect(policy).toContain("form-action 'self' https://login.example.com");
  });
});

describe('the API', () => {
  it('renders nothing', () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    makeSecurityHeaders({ baseUrl: 'http://127.0.0.1:3000', dev: false }).forApi(response);
    expect(response.getHeader('content-security-policy')).toContain("default-src 'none'");
  });
});
