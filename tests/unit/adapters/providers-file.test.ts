import { describe, expect, it } from 'vitest';
import { ProvidersFileError, parseProvidersFile, readProvidersFile } from '@/lib/adapters/mcp';

const PATH = '/etc/capstan/providers.yaml';

function problems(text: string): string[] {
  try {
    parseProvidersFile(text, PATH);
  } catch (error) {
    if (error instanceof ProvidersFileError) return error.problems;
    throw error;
  }
  return [];
}

describe('the providers file', () => {
  it('gives each provider in full', () => {
    const text = `
providers:
  - id: files
    name: Files
    owner_team: platform
    default_tags: [demo]
    risk_floor: MEDIUM
    backend: disk
    stdio:
      command: node
      args: [server.js, 8080]
      cwd: servers/files
      env: { LEVEL: 3 }
      secrets: { TOKEN: env:FILES_TOKEN }
  - id: remote
    tenant: acme
    owner_team: platform
    http:
      url: https://mcp.example.test/mcp
      headers_from_secret: { Authorization: file:/run/secrets/mcp }
`;
    expect(parseProvidersFile(text, PATH)).toEqual([
      {
        id: 'files',
        name: 'Files',
        kind: 'mcp',
        tenant: 'shared',
        ownerTeam: 'platform',
        defaultTags: ['demo'],
        riskFloor: 'MEDIUM',
        backend: 'disk',
        location: 'local',
        endpoint: {
          kind: 'stdio',
          command: 'node',
          args: ['server.js', '8080'],
          cwd: '/etc/capstan/servers/files',
          env: { LEVEL: '3' },
          secrets: { TOKEN: 'env:FILES_TOKEN' },
        },
      },
      {
        id: 'remote',
        name: 'remote',
        kind: 'mcp',
        tenant: 'acme',
        ownerTeam: 'platform',
        defaultTags: [],
        riskFloor: 'LOW',
        backend: null,
        location: 'remote',
        endpoint: {
          kind: 'http',
          url: 'https://mcp.example.test/mcp',
          headersFromSecret: { Authorization: 'file:/run/secrets/mcp' },
        },
      },
    ]);
  });

  it.each(['', '# nothing yet', 'providers: []'])('may be empty: %j', (text) => {
    expect(parseProvidersFile(text, PATH)).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    [
      'a bad id',
      '- {id: Bad Id, owner_team: a, stdio: {command: x}}',
      /provider "Bad Id", id: must be/,
    ],
    ['no owner', '- {id: a, stdio: {command: x}}', /provider "a", owner_team: /],
    ['neither way', '- {id: a, owner_team: a}', /provider "a", stdio: give exactly one of/],
    [
      'both ways',
      '- {id: a, owner_team: a, stdio: {command: x}, http: {url: "http://x.test"}}',
      /exactly one/,
    ],
    [
      'no command',
      '- {id: a, owner_team: a, stdio: {command: ""}}',
      /stdio\.command: must name a program/,
    ],
    [
      'a secret in the clear',
      '- {id: a, owner_team: a, stdio: {command: x, secrets: {T: hunter2}}}',
      /stdio\.secrets\.T: must be a reference/,
    ],
    [
      'another scheme',
      '- {id: a, owner_team: a, http: {url: "ftp://x.test"}}',
      /http\.url: must be an http or https/,
    ],
    [
      'a misspelt field',
      '- {id: a, owner_team: a, risk: LOW, stdio: {command: x}}',
      /provider "a": .*risk/,
    ],
    [
      'a risk nobody knows',
      '- {id: a, owner_team: a, risk_floor: MILD, stdio: {command: x}}',
      /risk_floor/,
    ],
    ['not a provider', '- 7', /provider 1/],
    [
      'the same twice',
      '- &p {id: a, owner_team: a, stdio: {command: x}}\n- *p',
      /provider "a", id: is used twice/,
    ],
  ])('names file, provider and field of %s', (_name, entries, expected) => {
    const lines = entries.split('\n').map((line) => `  ${line}`);
    const [first = ''] = problems(`providers:\n${lines.join('\n')}`);
    expect(first).toMatch(expected);
    expect(first.startsWith(`${PATH}: `)).toBe(true);
  });

  it('reports all that is wrong at once, never a value of a secret', () => {
    const text = `
providers:
  - { id: a, stdio: { command: x, secrets: { T: hunter2 } } }
  - { id: B, owner_team: t, http: { url: nonsense } }
`;
    expect(problems(text).length).toBeGreaterThanOrEqual(4);
    expect(problems(text).join()).not.toContain('hunter2');
  });

  it.each(['providers: [', 'a: 1\na: 2', '- list'])('says where %j stops being one', (text) => {
    expect(problems(text)[0]).toContain(PATH);
  });

  it('says when it cannot be read', async () => {
    await expect(readProvidersFile('/nowhere/p.yaml')).rejects.toThrow(/CAPSTAN_PROVIDERS_FILE/);
  });
});
