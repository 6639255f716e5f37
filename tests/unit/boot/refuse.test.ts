import { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { refuse } from '@/lib/boot/refuse.mjs';
import { problemSchema } from '@/lib/schemas/shared';

describe('a refusal before any door', () => {
  it('is the same kind of problem as theirs, with a code and a request id', () => {
    const head = vi.fn();
    const end = vi.fn();
    const response = Object.assign(Object.create(ServerResponse.prototype), {
      writeHead: head,
      end,
    });
    const detail = 'Capstan is still starting.';
    refuse(response, { status: 503, title: 'Not available now', code: 'UNAVAILABLE', detail });
    const body = problemSchema.strict().parse(JSON.parse(end.mock.calls[0]?.[0]));
    expect(body).toMatchObject({ type: 'urn:capstan:problem:unavailable', status: 503, detail });
    expect(head.mock.calls[0]).toEqual([
      503,
      {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        'x-request-id': body.request_id,
      },
    ]);
    expect(body.request_id).toMatch(/^req_[0-9a-f]{32}$/);
  });
});
