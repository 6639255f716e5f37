import { expect, it } from 'vitest';
import { cleared } from '@/tests/support/cleared.mjs';

it('takes every setting of the server out of a test run, and nothing else', () => {
  const server = {
    PORT: '',
    HOST: '',
    DATABASE_URL: '',
    CAPSTAN_OIDC_ISSUER: '',
    CAPSTAN_EGRESS_ALLOW: '',
    CAPSTAN_CREDENTIAL_X: '',
    CAPSTAN_OF_TOMORROW: '',
  };
  const given = Object.fromEntries(Object.keys(server).map((name) => [name, 'set']));
  const others = { CAPSTAN_CHROMIUM: '/chromium', TEST_DATABASE_URL: 'x', PATH: '/bin' };
  expect(cleared({ ...given, ...others })).toEqual(server);
});
