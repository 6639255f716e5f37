import { lintDescription } from '@/lib/core/contract/lint';
import type { Definition } from '@/lib/core/intake';
import { declaredEffect } from '@/lib/core/shared/annotations';
import type { Finding } from '@/lib/schemas/capability-answers';

/** What is wrong with a definition as it arrived: the intake's own findings and the lint's. */
export function findingsOf(definition: Definition): Finding[] {
  const { description, surface, annotations } = definition;
  const lint = lintDescription({
    description,
    surface,
    effect: declaredEffect(annotations),
  });
  return [
    ...definition.findings.map((item) => ({ ...item, path: item.path ?? '' })),
    ...lint.map((item) => ({ ...item, path: 'description' })),
  ];
}
