'use client';

import { CompatChanges, VerdictBadge } from '@/components/capabilities/compat-changes';
import { FieldChange } from '@/components/change-requests/side-by-side';
import { Card } from '@/components/ui/card';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import type { VersionComparison } from '@/lib/schemas/catalog-views';

type Props = { id: string; versions: readonly string[]; comparison: VersionComparison };

/** Any two versions beside each other: texts by words, schemas as one tree. */
export function CompareVersions({ id, versions, comparison }: Props) {
  const { push } = useNavigation();
  const { from, to, fields, verdict, changes } = comparison;
  const go = (next: { from: string; to: string }) =>
    push(`/capabilities/${id}?tab=versions&from=${next.from}&to=${next.to}#compare`);
  const options = versions.map((value) => ({ value, label: value }));
  return (
    <div id="compare" className="grid min-w-0 scroll-mt-20 gap-3">
      <Card
        title={
          <span className="flex flex-wrap items-center gap-2">
            Compare
            <Select
              aria-label="Earlier version"
              className="w-24"
              value={from}
              options={options}
              onValueChange={(value) => go({ from: value, to })}
            />
            with
            <Select
              aria-label="Later version"
              className="w-24"
              value={to}
              options={options}
              onValueChange={(value) => go({ from, to: value })}
            />
            <VerdictBadge verdict={verdict} />
          </span>
        }
        description={`What callers of ${from} meet in ${to}.`}
      >
        {changes.length > 0 ? (
          <CompatChanges changes={changes} />
        ) : (
          <p className="text-muted text-table">
            {fields.length > 0 ? 'Only texts differ.' : 'Nothing differs between the two.'}
          </p>
        )}
      </Card>
      {fields.map((diff) => (
        <FieldChange key={diff.field} label={labelOf(diff.field)} diff={diff} />
      ))}
    </div>
  );
}

function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
