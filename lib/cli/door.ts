import { EXIT, Exit, type Options } from './exit';

const TIMEOUT_MS = 180_000;

export type Sent = { method: string; path: string; body?: string; contentType?: string };

/** Asks the REST door and answers its text. @throws Exit with the code that fits its refusal. */
export async function ask({ caller, tenant }: Options, sent: Sent): Promise<string> {
  const { url, token } = caller;
  if (token === null) {
    throw new Exit(EXIT.usage, 'Set CAPSTAN_TOKEN: make a token under Settings in the console.');
  }
  const response = await fetch(`${url}/api/v1${sent.path}`, {
    method: sent.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(tenant ? { 'capstan-tenant': tenant } : {}),
      ...(sent.body === undefined
        ? {}
        : { 'content-type': sent.contentType ?? 'application/json' }),
    },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Exit(EXIT.unreachable, `Nothing answers at ${url}; set CAPSTAN_URL.`);
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Exit(codeOf(response.status), problemText(response.status, text));
}

function codeOf(status: number): number {
  if (status === 400 || status === 422) return EXIT.invalid;
  if (status < 500) return EXIT.refused;
  return status === 500 ? EXIT.unexpected : EXIT.unreachable;
}

type Problem = { detail?: string; errors?: { path: string; message: string }[] };

function problemText(status: number, text: string): string {
  const { detail, errors = [] } = readProblem(text);
  const lines = errors.map(({ path, message }) => `  ${path}: ${message}`);
  return [`${status} ${detail ?? 'The answer was not understood.'}`, ...lines].join('\n');
}

function readProblem(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}
