'use client';

import { KeyRound } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { CodeBlock } from '@/components/ui/code-block';
import { Dialog, DialogContent } from '@/components/ui/dialog';

type Props = {
  /** Null while there is nothing to show. */
  secret: string | null;
  title: string;
  description: string;
  /** What becomes of it here; keys are hashed. */
  keeps?: string;
  onClose: () => void;
};

/** A secret, the one time it is shown. */
export function SecretOnce({ secret, title, description, keeps, onClose }: Props) {
  return (
    <Dialog open={secret !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={
          <span className="inline-flex items-center gap-2">
            <KeyRound aria-hidden className="size-4" />
            {title}
          </span>
        }
        description={description}
        footer={
          <Button variant="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <div className="grid gap-3">
          <CodeBlock code={secret ?? ''} wrap />
          <Callout tone="warning">
            This is the only time it is shown.{' '}
            {keeps ?? 'Capstan keeps a hash, so nobody can read it again.'}
          </Callout>
        </div>
      </DialogContent>
    </Dialog>
  );
}
