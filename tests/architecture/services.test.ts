import { describe, expect, it } from 'vitest';
import { NOT_A_VERB, OTHER_ACTIONS, VERBS, WITHOUT } from './rules/services';
import { closing, lineAt, scan } from './support/scan';
import { DUTIES, fulfils, serviceFiles, writes } from './support/services';
import { codeFiles, isUnder, ownFiles } from './support/tree';

describe('a service that writes', () => {
  it.each(DUTIES)('does its duty to %s, or says why not', (duty) => {
    const missing = serviceFiles
      .filter((path) => writes(path) && !fulfils(path, duty))
      .filter((path) => !WITHOUT[path]?.duties.includes(duty));
    const what =
      duty === 'audit' ? 'recordAudit in its transaction' : 'authorize through requireAllowed';
    expect(
      missing.map(
        (path) => `${path} writes without ${what}; add it, or a reason to rules/services.ts`,
      ),
    ).toEqual([]);
  });

  it('has no excuse it does not need', () => {
    const needless = Object.entries(WITHOUT).flatMap(([path, { duties }]) =>
      serviceFiles.includes(path) && writes(path)
        ? duties.filter((duty) => fulfils(path, duty)).map((duty) => `${path}: ${duty}`)
        : [`${path}: does not write, or is gone`],
    );
    expect(needless).toEqual([]);
  });
});

describe('a service file', () => {
  it('exports the verb it is named after', () => {
    const wrong = serviceFiles
      .filter((path) => path.split('/').length === 4 && !NOT_A_VERB[path])
      .flatMap((path) => {
        const name = path.split('/').at(-1)?.replace('.ts', '') ?? '';
        const [first = '', second = ''] = name.split('-');
        if (second === '' || second === 'view') return [];
        if (!VERBS.has(first) && !VERBS.has(`${first}-${second}`)) return [];
        const verb = toCamel(name.replace(/-(?:table-)?view$/, ''));
        const exported = new RegExp(`export (?:async )?(?:function\\*?|const) ${verb}(?:\\w*)?\\b`);
        return exported.test(scan(path).code) ? [] : [`${path} does not export ${verb}`];
      });
    expect(wrong).toEqual([]);
  });
});

const toCamel = (name: string) => name.replace(/-(\w)/g, (_all, letter) => letter.toUpperCase());

describe('server actions', () => {
  const files = ownFiles.filter((path) => /^\s*(['"])use server\1/.test(scan(path).code));

  it('are in files that say so by name, beside a page', () => {
    const wrong = files.filter(
      (path) => !isUnder(path, 'app') || !/(?:^|[/-])actions\.ts$/.test(path),
    );
    expect(wrong.map((path) => `${path}: call it actions.ts and keep it in app`)).toEqual([]);
  });

  it.each(files)('%s: each export is one action(…)', (path) => {
    const { bare } = scan(path);
    const wrong = exportsOf(bare)
      .filter(({ name }) => !OTHER_ACTIONS[`${path} ${name}`])
      .filter(({ index }) => !isOneAction(bare, index));
    expect(
      wrong.map(
        ({ index, name }) =>
          `${path}:${lineAt(bare, index)}: write export const ${name} = action(schema, verb)`,
      ),
    ).toEqual([]);
  });

  it.each(Object.keys(OTHER_ACTIONS))('%s, written otherwise, asks who calls', (key) => {
    const [path = '', name = ''] = key.split(/ (?=\w+$)/);
    const { bare } = scan(path);
    const found = exportsOf(bare).find((one) => one.name === name);
    expect(found, 'it is gone: take it out of rules/services.ts').toBeDefined();
    const open = bare.indexOf('{', bare.indexOf(')', found?.index ?? 0));
    const body = bare.slice(open, closing(bare, open));
    expect(body).toMatch(/\b(?:requireSessionContext|sessionActor|forgetSession|searchTargets)\(/);
  });
});

function exportsOf(bare: string): { name: string; index: number }[] {
  return [...bare.matchAll(/^export\s+(?!type\b)(?:async\s+)?(?:const|function)?\s*(\w+)/gm)].map(
    ({ index, 1: name = '' }) => ({ name, index }),
  );
}

function isOneAction(bare: string, index: number): boolean {
  const declared = /^export\s+const\s+\w+\s*=\s*action\(/.exec(bare.slice(index));
  if (!declared) return false;
  return /^\s*;/.test(bare.slice(closing(bare, index + declared[0].length - 1)));
}

describe('inside a transaction', () => {
  const TRANSACTION = /\b(?:transact|inTransaction|\$transaction)\s*\(/g;

  function bodies() {
    return (
      ownFiles
        // The wrapper itself hands the database over.
        .filter((path) => isUnder(path, 'lib') && path !== 'lib/services/announce.ts')
        .flatMap((path) => {
          const { bare } = scan(path);
          return [...bare.matchAll(TRANSACTION)].map(({ index, 0: head }) => {
            const body = bare.slice(index, closing(bare, index + head.length - 1));
            return { where: `${path}:${lineAt(bare, index)}`, body };
          });
        })
    );
  }

  it('statements go one after the other', () => {
    const together = bodies().filter(({ body }) =>
      /\bPromise\.(?:all|allSettled|race|any)\s*\(/.test(body),
    );
    expect(
      together.map(({ where }) => `${where}: a transaction has one connection; await in turn`),
    ).toEqual([]);
    const overTx = codeFiles
      .filter((path) => isUnder(path, 'lib'))
      .flatMap((path) => {
        const { bare } = scan(path);
        return [...bare.matchAll(/\bPromise\.(?:all|allSettled|race|any)\s*\(/g)]
          .filter(({ index, 0: head }) =>
            /\btx\b/.test(bare.slice(index, closing(bare, index + head.length - 1))),
          )
          .map(
            ({ index }) =>
              `${path}:${lineAt(bare, index)}: several statements at once on tx; await in turn`,
          );
      });
    expect(overTx).toEqual([]);
  });

  it('nothing goes past the transaction, or out of the process', () => {
    const past = bodies().filter(({ body }) =>
      /\bruntime\(\)\.db\b|\bdb\.pool\b|\bfetch\(|\bannounce\(|\boutbound\(|\bsleep\(/.test(body),
    );
    expect(
      past.map(
        ({ where }) => `${where}: use tx only; announce and call the outside after the commit`,
      ),
    ).toEqual([]);
  });
});
