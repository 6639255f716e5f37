'use client';

import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogTrigger } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';

const KEYS = [
  ['j', 'Next change'],
  ['k', 'Change before'],
  ['Enter', 'Open it'],
  ['a', 'Approve it'],
  ['r', 'Reject it'],
  ['x', 'Select it'],
  ['/', 'Search'],
  ['Esc', 'Let the selection go'],
  ['?', 'This list'],
] as const;

/** The keys of the queue, behind a button and `?`. */
export function QueueKeys() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const typing = event.target instanceof Element && event.target.closest('input, textarea');
      if (event.key !== '?' || typing) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="sm" variant="ghost" aria-label="Keys" title="Keys (?)">
          <Keyboard aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent size="sm" title="Keys" description="On the change the cursor stands on.">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-table">
          {KEYS.map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
