/** What must not be written. Looked for in code without comments and the insides of strings. */
export type PatternRule = {
  rule: string;
  /** Folders or files it holds for; absent: all of the project's own code. */
  under?: readonly string[];
  /** Kind of file; absent: any. */
  files?: RegExp;
  pattern: RegExp;
  /** Where it may stand, with the reason. */
  except?: Readonly<Record<string, string>>;
  instead: string;
};

export const PATTERNS: readonly PatternRule[] = [
  {
    rule: 'the environment is read in lib/config/env.ts',
    pattern: /\bprocess\s*(?:\?\.|\.)\s*env\b|\bimport\.meta\.env\b|\benv\s*\}\s*=\s*process\b/,
    except: {
      'lib/config/env.ts': 'the one reader',
      'lib/boot/child-env.mjs': 'plain scripts run before the application exists',
      'instrumentation.ts': 'NEXT_RUNTIME, which Next compiles away',
      'vitest.config.ts': 'TEST_DATABASE_URL chooses the suites, before any of them runs',
    },
    instead: 'add it to lib/config/env-schema.ts and take it from the configuration',
  },
  {
    rule: 'lib/core has no clock, randomness or world',
    under: ['lib/core'],
    pattern:
      /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bMath\.random\b|\bperformance\b|\bcrypto\b|\bfetch\s*\(|\bprocess\b|\bglobalThis\b|\bsetTimeout\b|\bsetInterval\b|\bconsole\b|\basync\b|\bawait\b/,
    instead: 'take the time, id or value as an argument',
  },
  {
    rule: 'no instanceof with classes of our own where bundles meet',
    under: ['lib/services', 'lib/actions', 'lib/mcp', 'app'],
    pattern: /\binstanceof\s+(?!(?:Error|Date|Map|Set|URL|Response|TypeError)\b)/,
    except: {
      'lib/services/providers/start-outbound.ts': 'reads the providers file itself',
    },
    instead: 'recognise it by a brand: each bundle has a class of its own',
  },
  {
    rule: 'no any',
    pattern: /(?:[:<,|&(]\s*|\bas\s+)any\b\s*(?=[\])>,;=|&{}[\n])/,
    files: /\.ts$/,
    instead: 'use unknown and a guard',
  },
  {
    rule: 'no non-null assertion',
    pattern: /[\w\])]!(?=[.,;)\][]|\s*$)/m,
    files: /\.ts$/,
    instead: 'handle the missing case',
  },
  {
    rule: 'no double cast',
    pattern: /\bas\s+unknown\s+as\b/,
    instead: 'put one cast into a named helper that says why it holds',
  },
  {
    rule: 'no TypeScript enum or namespace',
    pattern: /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?(?:enum|namespace)\s+\w+\s*\{/m,
    files: /\.tsx?$/,
    instead: 'use a union of strings',
  },
  {
    rule: 'no default export but where Next or a tool asks for it',
    under: ['lib', 'components'],
    pattern: /^export\s+default\b/m,
    instead: 'export it by name',
  },
  {
    rule: 'a ServiceError is recognised by its code, two bundles have two classes',
    pattern: /\binstanceof\s+ServiceError\b/,
    instead: 'use isServiceError',
  },
  {
    rule: 'console output only from plain scripts and the command line',
    under: ['app', 'components', 'lib'],
    files: /\.tsx?$/,
    pattern: /\bconsole\.(?!error\b)\w+/,
    except: { 'lib/cli': 'a command line speaks to a terminal', 'lib/boot': 'so does the start' },
    instead: 'use the logger',
  },
];

/** The same in the whole text of a file, comments too. */
export const SUPPRESSIONS =
  /@ts-(?:ignore|nocheck|expect-error)|biome-ignore[^\n]*(?:noExplicitAny|noNonNullAssertion|noEnum|noConsole)/;

/** Rules Biome holds better than a pattern; they must stay switched on. */
export const BIOME_RULES: readonly [group: string, rule: string][] = [
  ['style', 'noNonNullAssertion'],
  ['style', 'useImportType'],
  ['style', 'noNamespace'],
  ['style', 'noEnum'],
  ['suspicious', 'noExplicitAny'],
  ['suspicious', 'noConsole'],
];
