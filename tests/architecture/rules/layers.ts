/**
 * Who may import whom. A folder (or file) may import itself and what its rule names; the first
 * rule that covers a file is its rule. What is not named is forbidden.
 */
export type LayerRule = {
  rule: string;
  /** Folders or files this is about. */
  from: readonly string[];
  /** Folders or files it may import. */
  may: readonly string[];
  /** The same for `import type` only. */
  mayTypes?: readonly string[];
  instead: string;
};

/** Vocabularies and guards that are one with their types; plain data, no decisions. */
const VOCABULARY = ['lib/core/shared/domain.ts', 'lib/core/shared/json.ts'];

export const LAYERS: readonly LayerRule[] = [
  {
    rule: 'app shows and wires; it decides nothing',
    from: ['app'],
    may: [
      'components',
      'lib/actions',
      'lib/http',
      'lib/mcp',
      'lib/auth',
      'lib/services',
      'lib/schemas',
      ...VOCABULARY,
    ],
    mayTypes: ['lib/core'],
    instead: 'call a read service and pass its answer to a component',
  },
  {
    rule: 'components take props and know no server',
    from: ['components'],
    may: ['lib/schemas', ...VOCABULARY],
    mayTypes: ['lib/core'],
    instead: 'take it as a prop, or move the shape to lib/schemas',
  },
  {
    rule: 'lib/core is pure: a core folder knows itself and lib/core/shared',
    from: ['lib/core'],
    may: ['lib/core'],
    instead: 'take it as an argument, or move what two need to lib/core/shared',
  },
  {
    rule: 'lib/actions wraps services for the console',
    from: ['lib/actions'],
    may: ['lib/auth', 'lib/services', 'lib/schemas', 'lib/observability', 'lib/core/shared'],
    instead: 'call a service verb',
  },
  {
    // Next's mount is another bundle: it finds the application on the slot.
    rule: 'lib/http/serve.ts hands requests to the application on the slot',
    from: ['lib/http/serve.ts'],
    may: ['lib/runtime.ts'],
    instead: 'keep it in lib/http/app.ts',
  },
  {
    // The bearer key becomes an actor in lib/auth; the MCP door is mounted by the one Hono app.
    rule: 'lib/http is a door: it authenticates by lib/auth and calls services',
    from: ['lib/http'],
    may: [
      'lib/auth',
      'lib/mcp',
      'lib/services',
      'lib/schemas',
      'lib/observability',
      'lib/core/shared',
    ],
    instead: 'call a service verb',
  },
  {
    rule: 'lib/mcp is a door: it authenticates by lib/auth and calls services',
    from: ['lib/mcp'],
    may: ['lib/auth', 'lib/services', 'lib/schemas', 'lib/observability', 'lib/core/shared'],
    instead: 'call a service verb',
  },
  {
    rule: 'lib/jobs calls services on time',
    from: ['lib/jobs'],
    may: ['lib/services', 'lib/observability', 'lib/config'],
    mayTypes: ['lib/runtime.ts', 'lib/db'],
    instead: 'put the work into a service verb and call that',
  },
  {
    // Hashes of keys and passwords are pure functions that both sides of a credential need.
    rule: 'lib/services holds the verbs; of lib/auth it knows keys and passwords only',
    from: ['lib/services'],
    may: [
      'lib/core',
      'lib/db',
      'lib/adapters',
      'lib/index',
      'lib/schemas',
      'lib/observability',
      'lib/config',
      'lib/runtime.ts',
      'lib/auth/keys.ts',
      'lib/auth/password.ts',
    ],
    instead: 'let the door or the job call the service, never the other way round',
  },
  {
    rule: 'lib/adapters talks to the outside and knows no catalog',
    from: ['lib/adapters'],
    may: ['lib/core', 'lib/observability', 'lib/config'],
    instead: 'take it as an argument from the service that calls',
  },
  {
    rule: 'lib/index is memory only; services feed it',
    from: ['lib/index'],
    may: ['lib/core'],
    instead: 'take it as an argument from the service that feeds it',
  },
  {
    // Database failures are translated into the services' closed set of errors.
    rule: 'lib/db knows the database and the error set',
    from: ['lib/db'],
    may: ['lib/config', 'lib/core/shared', 'lib/services/errors.ts'],
    instead: 'query from a service',
  },
  {
    rule: 'lib/auth turns a session or key into an actor, through services',
    from: ['lib/auth'],
    may: [
      'lib/services',
      'lib/schemas',
      'lib/core',
      'lib/config',
      'lib/observability',
      'lib/runtime.ts',
    ],
    instead: 'ask a service for the row',
  },
  {
    rule: 'lib/schemas is client-safe: zod and vocabularies',
    from: ['lib/schemas'],
    may: ['lib/core/shared'],
    mayTypes: ['lib/core'],
    instead: 'keep what needs a server in the service',
  },
  {
    rule: 'lib/config knows nobody, and the vocabularies of the product',
    from: ['lib/config'],
    may: ['lib/core/shared/domain.ts'],
    instead: 'pass the configuration to whoever needs it',
  },
  {
    rule: 'lib/observability is called by all and calls nobody; it finds its place on the slot',
    from: ['lib/observability'],
    may: ['lib/runtime.ts', 'lib/config'],
    mayTypes: ['lib/core'],
    instead: 'pass the value to the log or metric call',
  },
  {
    rule: 'lib/runtime.ts is the slot and nothing else',
    from: ['lib/runtime.ts'],
    may: ['lib/services/errors.ts'],
    mayTypes: ['lib/config', 'lib/db'],
    instead: 'put a part on the slot from lib/boot/parts.ts',
  },
  {
    rule: 'the client speaks to the REST door with the shared schemas',
    from: ['lib/client'],
    may: ['lib/schemas'],
    mayTypes: ['lib/core'],
    instead: 'call the door over HTTP',
  },
  {
    rule: 'the command line goes through the client',
    from: ['lib/cli'],
    may: ['lib/client', 'lib/schemas', 'lib/config', 'lib/core/shared'],
    instead: 'call the door through lib/client',
  },
  {
    rule: 'boot and root files wire everything, and are imported by nobody',
    from: [
      'lib/boot',
      'server.mjs',
      'instrumentation.ts',
      'next.config.mjs',
      'vitest.config.ts',
      'postcss.config.mjs',
      'prisma.config.ts',
    ],
    may: [
      'server.mjs',
      'lib/boot',
      'lib/config',
      'lib/db',
      'lib/http',
      'lib/jobs',
      'lib/observability',
      'lib/runtime.ts',
      'lib/services',
    ],
    instead: 'put the work into the folder that owns it and wire it here',
  },
  {
    rule: 'prisma holds the schema, the migrations and the seed',
    from: ['prisma'],
    may: ['lib/db', 'lib/services', 'lib/config', 'lib/core/shared'],
    instead: 'put the work into a service',
  },
  {
    rule: 'tests may look everywhere',
    from: ['tests'],
    may: ['app', 'components', 'lib', 'prisma', 'server.mjs'],
    instead: 'import a file of the project',
  },
];

/** Where a package or a part of Node may be used. */
export type PackageRule = {
  rule: string;
  packages: RegExp;
  only: readonly string[];
  /** A type of it is allowed anywhere. */
  typesAnywhere?: boolean;
  instead: string;
};

export const PACKAGES: readonly PackageRule[] = [
  {
    rule: 'next only in app, lib/actions, lib/auth and the server that starts it',
    packages: /^next(?:\/|$)/,
    only: ['app', 'lib/actions', 'lib/auth', 'server.mjs', 'next.config.mjs', 'tests'],
    instead: 'pass what Next knows as an argument or prop',
  },
  {
    rule: 'next-auth only in app and lib/auth',
    packages: /^next-auth(?:\/|$)/,
    only: ['app', 'lib/auth', 'tests'],
    instead: 'ask lib/auth/session.ts',
  },
  {
    rule: 'Prisma only in lib/db, lib/services, prisma and tests',
    packages: /^(?:@prisma\/|prisma(?:\/config)?$|lib\/db\/generated(?:\/|$))/,
    only: ['lib/db', 'lib/services', 'prisma', 'prisma.config.ts', 'tests'],
    instead: 'call a service that answers what you need',
  },
  {
    rule: 'the PostgreSQL driver only in lib/db (and the migration author’s tool)',
    packages: /^(?:pg|@electric-sql\/.*)$/,
    only: ['lib/db', 'lib/boot/migrate-diff.ts', 'tests'],
    typesAnywhere: true,
    instead: 'use runtime().db',
  },
  {
    // `cache` of React remembers a session for one rendering.
    rule: 'React only in app and components, and in lib/auth for its cache',
    packages: /^react(?:-dom)?(?:\/|$)/,
    only: ['app', 'components', 'lib/auth/session.ts', 'tests'],
    instead: 'move the hook or element to components',
  },
  {
    rule: 'Hono only in lib/http and the server',
    packages: /^(?:hono|@hono\/.*)(?:\/|$)/,
    only: ['lib/http', 'server.mjs', 'tests'],
    instead: 'write a Request -> Response function',
  },
  {
    rule: 'the MCP client only in lib/adapters, the MCP server only in lib/mcp',
    packages: /^@modelcontextprotocol\/client/,
    only: ['lib/adapters', 'tests'],
    instead: 'call through an adapter',
  },
  {
    rule: 'the MCP server only in lib/mcp',
    packages: /^@modelcontextprotocol\/server$/,
    only: ['lib/mcp', 'tests'],
    instead: 'add a descriptor to lib/mcp/tools.ts',
  },
  {
    rule: 'the 1.x MCP SDK is there to test against',
    packages: /^@modelcontextprotocol\/sdk/,
    only: ['tests'],
    instead: 'use the v2 packages',
  },
];

/** Folders that run in a browser or must stay pure: no Node, and only these packages. */
export const NO_NODE: readonly { rule: string; from: string; packages: RegExp; instead: string }[] =
  [
    {
      rule: 'lib/core uses no package and no part of Node',
      from: 'lib/core',
      packages: /^$/,
      instead: 'take the value as an argument',
    },
    {
      rule: 'lib/schemas is client-safe: of packages zod, and yaml for the text of contracts',
      from: 'lib/schemas',
      packages: /^(?:zod|@hono\/zod-openapi|yaml)$/,
      instead: 'keep it in the service',
    },
    {
      rule: 'components run in a browser: no part of Node',
      from: 'components',
      packages: /^(?!node:)/,
      instead: 'take the value as a prop',
    },
  ];
