'use client';

import { ShieldCheck } from 'lucide-react';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog, DialogContent } from '@/components/ui/dialog';
import { notify } from '@/components/ui/toast';
import type { LedgerVerification } from '@/lib/schemas/ledger';

type Props = {
  onVerify: (
    input: Record<string, never>,
  ) => Promise<{ ok: true; data: LedgerVerification } | { ok: false; error: { message: string } }>;
};

/** Recomputes every chain and says what was found. */
export function VerifyButton({ onVerify }: Props) {
  const [pending, start] = useTransition();
  const [report, setReport] = useState<LedgerVerification | null>(null);
  function verify() {
    start(async () => {
      const result = await onVerify({});
      if (result.ok) setReport(result.data);
      else notify.error('The ledger was not verified', { description: result.error.message });
    });
  }
  return (
    <>
      <Button onClick={verify} pending={pending}>
        <ShieldCheck aria-hidden />
        Verify
      </Button>
      <Dialog open={report !== null} onOpenChange={(open) => !open && setReport(null)}>
        {report && <Report report={report} />}
      </Dialog>
    </>
  );
}

function Report({ report }: { report: LedgerVerification }) {
  const looked = `${report.records.toLocaleString('en')} records of ${report.writers.toLocaleString('en')} writers against ${report.checkpoints.toLocaleString('en')} checkpoints`;
  return (
    <DialogContent title="Ledger verification" description={`Recomputed ${looked}.`}>
      {report.ok ? (
        <Callout tone="success" title="The ledger is whole">
          No record was changed, removed or put in between.
        </Callout>
      ) : (
        <Callout tone="danger" title="The ledger does not verify">
          <ul className="mt-1 grid gap-1">
            {report.problems.map((problem) => (
              <li key={`${problem.writer_id}/${problem.seq}`}>
                <code className="font-mono text-xs">
                  {problem.writer_id} #{problem.seq}
                </code>
                : {problem.detail}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </DialogContent>
  );
}
