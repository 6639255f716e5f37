'use client';

import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog, DialogContent } from '@/components/ui/dialog';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { ChangeRequestListRow } from '@/lib/schemas/catalog-views';
import type { BulkApproveAnswer } from '@/lib/schemas/change-requests';

export type OnBulkApprove = (input: {
  items: { id: string; row_version: number }[];
}) => Promise<
  { ok: true; data: BulkApproveAnswer } | { ok: false; error: { code: string; message: string } }
>;

type Props = { rows: ChangeRequestListRow[]; onBulk: OnBulkApprove; onDone: () => void };

/** Approves what is LOW and mine to decide among the chosen; what was refused says why. */
export function BulkApprove({ rows, onBulk, onDone }: Props) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  const [refused, setRefused] = useState<BulkApproveAnswer['results']>([]);
  const low = rows.filter((row) => row.risk === 'LOW' && row.may_decide);
  const titles = new Map(rows.map((row) => [row.id, row.title]));

  function approve() {
    start(async () => {
      const items = low.map(({ id, row_version }) => ({ id, row_version }));
      const answer = await onBulk({ items });
      if (!answer.ok) return void notify.error(answer.error.message);
      const { results } = answer.data;
      const failed = results.filter((result) => result.error);
      if (failed.length < results.length) {
        notify.success(`Approved ${results.length - failed.length}`);
      }
      setRefused(failed);
      if (failed.length === 0) onDone();
      refresh();
    });
  }

  return (
    <>
      <Button
        size="sm"
        variant="primary"
        pending={pending}
        disabled={low.length === 0}
        title={
          low.length < rows.length
            ? 'Only what is LOW and yours to decide is approved together; the others are decided one by one.'
            : undefined
        }
        onClick={approve}
      >
        Approve {low.length} of LOW risk
      </Button>
      <Dialog open={refused.length > 0} onOpenChange={(open) => !open && setRefused([])}>
        <DialogContent
          title={`${refused.length} could not be approved`}
          description="They are as they were."
          footer={<Button onClick={() => setRefused([])}>Close</Button>}
        >
          <ul className="grid gap-2">
            {refused.map(({ id, error }) => (
              <li key={id}>
                <Callout tone="warning" title={titles.get(id) ?? id}>
                  {error?.message}
                </Callout>
              </li>
            ))}
          </ul>
        </DialogContent>
      </Dialog>
    </>
  );
}
