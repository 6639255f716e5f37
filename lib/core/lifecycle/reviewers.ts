import type { Risk } from '@/lib/core/shared/domain';

/** One yes on record. `onBehalfOf`: whom the person stood in for. */
export type GivenApproval = { decidedBy: string; onBehalfOf: string | null };

/** How many different people a change takes: two where it is, or becomes, CRITICAL; else one. */
export function requiredApprovals(before: Risk, after: Risk): 1 | 2 {
  return before === 'CRITICAL' || after === 'CRITICAL' ? 2 : 1;
}

/**
 * The approvals that count, in their order: of different people, none of whom wrote a part. Who
 * stands in for somebody is not a second person beside them, nor beside another who does.
 */
export function countingApprovals<A extends GivenApproval>(
  approvals: readonly A[],
  authors: readonly string[],
): A[] {
  const taken = new Set(authors);
  return approvals.filter(({ decidedBy, onBehalfOf }) => {
    const people = onBehalfOf === null ? [decidedBy] : [decidedBy, onBehalfOf];
    if (people.some((person) => taken.has(person))) return false;
    for (const person of people) taken.add(person);
    return true;
  });
}
