import { expect, it } from 'vitest';
import { scan } from './support/scan';
import { isUnder, ownFiles } from './support/tree';

const EXPORT =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:function\*?|const|let|class|type)\s+([\w$]+)/gm;

/** Seams of the tests. */
const EXCEPT: Record<string, string> = {
  ACTS: 'the tests of the policy go through every act',
  setConfig: 'a test starts with a configuration of its own',
};

/** How often each name is written in the product, tests apart. */
const written = new Map<string, number>();
for (const path of ownFiles) {
  for (const [name] of scan(path).code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    written.set(name, (written.get(name) ?? 0) + 1);
  }
}

it('what lib exports has a user outside the tests', () => {
  const unused = ownFiles
    .filter((path) => isUnder(path, 'lib'))
    .flatMap((path) =>
      [...scan(path).bare.matchAll(EXPORT)].flatMap(([, name = '']) =>
        written.get(name) === 1 && !Object.hasOwn(EXCEPT, name)
          ? [`${path}: ${name} is used nowhere; delete it`]
          : [],
      ),
    );
  expect(unused).toEqual([]);
});
