/** What the demo holds, as data. Everything lives in the tenant `shared`. */

export const DEMO_TEAMS = [
  { id: 'platform', name: 'Platform' },
  { id: 'assistants', name: 'Assistants' },
] as const;

export const DEMO_BACKENDS = [
  {
    id: 'sample-files',
    name: 'Sample files',
    description: 'A folder of runbooks and notes that belongs to the demo.',
    ownerTeamId: 'platform',
  },
  {
    id: 'knowledge-graph',
    name: 'Knowledge graph',
    description: 'Who runs what and what depends on what, in one file.',
    ownerTeamId: 'assistants',
  },
] as const;

export const DEMO_PROFILES = [
  {
    id: 'operations',
    name: 'Operations',
    description: 'Agents that look after running services.',
    tags: ['files'],
  },
  {
    id: 'assistance',
    name: 'Assistance',
    description: 'Agents that answer people.',
    tags: ['knowledge'],
  },
] as const;

/**
 * People without a password, who work by token only: two pairs of eyes for the traffic script.
 * The reviewer is in no team, so that nothing they decide is theirs.
 */
export const DEMO_PEOPLE = [
  {
    key: 'owner',
    email: 'demo-owner@capstan.local',
    name: 'Dana (demo owner)',
    role: 'member',
    teams: ['platform', 'assistants'],
  },
  {
    key: 'reviewer',
    email: 'demo-reviewer@capstan.local',
    name: 'Remy (demo reviewer)',
    role: 'reviewer',
    teams: [],
  },
] as const;

export type DemoGrant = {
  kind: 'provider' | 'tag';
  target: string;
  discover: boolean;
  invoke: boolean;
};
export type DemoAgent = {
  id: string;
  name: string;
  description: string;
  ownerTeamId: string;
  profileId: string;
  allowedProviders: string[];
  grants: DemoGrant[];
};

const use = (kind: DemoGrant['kind'], target: string): DemoGrant => ({
  kind,
  target,
  discover: true,
  invoke: true,
});

export const DEMO_AGENTS: readonly DemoAgent[] = [
  {
    id: 'ops-agent',
    name: 'Ops agent',
    description: 'Reads runbooks and keeps notes while services are changed.',
    ownerTeamId: 'platform',
    profileId: 'operations',
    allowedProviders: ['filesystem', 'everything'],
    grants: [use('provider', 'filesystem'), use('provider', 'everything')],
  },
  {
    id: 'support-agent',
    name: 'Support agent',
    description: 'Answers questions from what the knowledge graph holds.',
    ownerTeamId: 'assistants',
    profileId: 'assistance',
    allowedProviders: ['memory', 'everything'],
    grants: [use('tag', 'knowledge'), use('provider', 'everything')],
  },
  {
    id: 'research-agent',
    name: 'Research agent',
    description: 'Collects facts. It may look at files but not open them.',
    ownerTeamId: 'assistants',
    profileId: 'assistance',
    allowedProviders: ['*'],
    grants: [
      use('provider', 'memory'),
      { kind: 'provider', target: 'filesystem', discover: true, invoke: false },
    ],
  },
];

/** The reference servers that come with Capstan; `files` and `memoryFile` are the demo's own. */
export function demoProviders(places: { files: string; memoryFile: string }) {
  return [
    {
      id: 'everything',
      name: 'Everything',
      package: '@modelcontextprotocol/server-everything',
      ownerTeam: 'platform',
      tags: ['demo', 'reference'],
      backend: undefined,
      args: [],
      env: {},
    },
    {
      id: 'filesystem',
      name: 'Filesystem',
      package: '@modelcontextprotocol/server-filesystem',
      ownerTeam: 'platform',
      tags: ['demo', 'files'],
      backend: 'sample-files',
      args: [places.files],
      env: {},
    },
    {
      id: 'memory',
      name: 'Memory',
      package: '@modelcontextprotocol/server-memory',
      ownerTeam: 'assistants',
      tags: ['demo', 'knowledge'],
      backend: 'knowledge-graph',
      args: [],
      env: { MEMORY_FILE_PATH: places.memoryFile },
    },
  ];
}
