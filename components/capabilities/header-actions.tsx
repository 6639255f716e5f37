'use client';

import { ChevronDown } from 'lucide-react';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Link, useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { DeprecationDialog, type EndActions } from '@/components/versions/deprecation-dialog';
import type { Status } from '@/lib/core/shared/domain';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import type { ActionAnswer } from './types';
import { type OnSmoke, useSmoke } from './use-smoke';

export type CapabilityActions = EndActions & {
  onMove: (input: { capability_id: string; to: Status; reason: string }) => Promise<ActionAnswer>;
  onDismiss: (input: { capability_id: string; dismissed: boolean }) => Promise<ActionAnswer>;
  onAttest: (input: { capability_id: string }) => Promise<ActionAnswer>;
  onSmoke: OnSmoke;
  onUndeprecate: (input: { capability_id: string; reason: string }) => Promise<ActionAnswer>;
};

type Props = CapabilityActions & { view: CapabilityView };
type Asked = 'submit' | 'back' | 'deprecate' | 'undeprecate' | 'disable' | null;

/** The one obvious next step, and the rest in a menu. What may not be done says why. */
export function HeaderActions(props: Props) {
  const { view } = props;
  const { capability, may, moves } = view;
  const { refresh } = useNavigation();
  const [asked, setAsked] = useState<Asked>(null);
  const [pending, start] = useTransition();
  const open = view.change_requests.find((request) => request.closed_at === null);
  const move = (to: Status) => moves.find((one) => one.to === to);

  function run(work: () => Promise<ActionAnswer>, done: string) {
    start(async () => {
      const answer = await work();
      if (answer.ok) notify.success(done);
      else notify.error(answer.error.message);
      refresh();
    });
  }
  const ref = { capability_id: capability.id };
  const smoke = useSmoke(capability.id, props.onSmoke);

  return (
    <>
      {may.edit && (
        <Button asChild>
          <Link href={`/capabilities/${capability.id}/edit`}>
            {capability.status === 'PRODUCTION' ? 'Propose change' : 'Edit'}
          </Link>
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label="More actions" pending={pending || smoke.pending}>
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {capability.status === 'REVIEW' && move('DRAFT')?.allowed && (
            <DropdownMenuItem onSelect={() => setAsked('back')}>
              Send back to draft
            </DropdownMenuItem>
          )}
          {may.smoke && <DropdownMenuItem onSelect={smoke.run}>Run smoke call</DropdownMenuItem>}
          {may.attest && capability.status !== 'DRAFT' && (
            <DropdownMenuItem
              onSelect={() => run(() => props.onAttest(ref), 'Recertified for 180 days')}
            >
              Recertify
            </DropdownMenuItem>
          )}
          {capability.status === 'PRODUCTION' && may.deprecate && (
            <DropdownMenuItem onSelect={() => setAsked('deprecate')}>Deprecate</DropdownMenuItem>
          )}
          {capability.status === 'DEPRECATED' && may.deprecate && (
            <DropdownMenuItem onSelect={() => setAsked('deprecate')}>Move its end</DropdownMenuItem>
          )}
          {capability.status === 'DEPRECATED' && move('DISABLED')?.allowed && (
            <DropdownMenuItem onSelect={() => setAsked('disable')}>
              Disable for good
            </DropdownMenuItem>
          )}
          {capability.status === 'DRAFT' && may.dismiss && (
            <DropdownMenuItem
              onSelect={() =>
                run(
                  () => props.onDismiss({ ...ref, dismissed: capability.dismissed_at === null }),
                  capability.dismissed_at ? 'Taken back' : 'Dismissed',
                )
              }
            >
              {capability.dismissed_at ? 'Take back' : 'Dismiss'}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem asChild>
            <Link href={`/capabilities/${capability.id}/contract`}>Export contract</Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link href={`/ledger?capability=${capability.id}`}>Calls in the ledger</Link>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Primary view={view} openId={open?.id ?? null} onAsk={setAsked} />
      <Dialogs {...props} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function Primary(props: {
  view: CapabilityView;
  openId: string | null;
  onAsk: (asked: Asked) => void;
}) {
  const { view, openId, onAsk } = props;
  const { status, dismissed_at } = view.capability;
  const submit = view.moves.find((move) => move.to === 'REVIEW');
  if (openId) {
    return (
      <Button asChild variant="primary">
        <Link href={`/change-requests/${openId}`}>
          {status === 'REVIEW' ? 'Review submission' : 'Review change'}
        </Link>
      </Button>
    );
  }
  if (status === 'DRAFT' && submit) {
    const why = dismissed_at ? 'Take it back first.' : submit.reasons.join(' ');
    return (
      <Button
        variant="primary"
        disabled={!submit.allowed || dismissed_at !== null}
        title={why || undefined}
        onClick={() => onAsk('submit')}
      >
        Submit for review
      </Button>
    );
  }
  if (status === 'DEPRECATED' && view.may.deprecate) {
    return (
      <Button variant="primary" onClick={() => onAsk('undeprecate')}>
        Withdraw deprecation
      </Button>
    );
  }
  return null;
}

function Dialogs(props: Props & { asked: Asked; onClose: () => void }) {
  const { view, asked, onClose } = props;
  const { capability, calls } = view;
  const { refresh } = useNavigation();
  const ref = { capability_id: capability.id };
  const dialog = (name: Asked) => ({
    open: asked === name,
    onOpenChange: (open: boolean) => !open && onClose(),
  });
  async function settle(work: Promise<ActionAnswer>, done: string) {
    const answer = await work;
    if (!answer.ok) return { error: answer.error.message };
    notify.success(done);
    refresh();
    return undefined;
  }
  return (
    <>
      <ConfirmDialog
        {...dialog('submit')}
        title={`Submit ${capability.name} for review?`}
        description="Somebody who wrote no part of it decides. You can still edit; that revokes approvals."
        reason={{ label: 'Note for the reviewer', hint: 'What it is for, and for whom.' }}
        confirmLabel="Submit for review"
        onConfirm={({ reason }) =>
          settle(props.onMove({ ...ref, to: 'REVIEW', reason }), 'Submitted for review')
        }
      />
      <ConfirmDialog
        {...dialog('back')}
        title="Send it back to draft?"
        description="Its submission is closed; its authors can change it and submit again."
        reason={{ label: 'What has to change', required: true }}
        confirmLabel="Send back"
        onConfirm={({ reason }) =>
          settle(props.onMove({ ...ref, to: 'DRAFT', reason }), 'Sent back to draft')
        }
      />
      <ConfirmDialog
        {...dialog('undeprecate')}
        title="Withdraw the deprecation?"
        description="Makes a change request. Once somebody else approves it, it returns to production, and agents are no longer warned."
        reason={{ required: true }}
        confirmLabel="Propose to keep it"
        onConfirm={({ reason }) =>
          settle(props.onUndeprecate({ ...ref, reason }), 'Change request made')
        }
      />
      <ConfirmDialog
        {...dialog('disable')}
        danger
        title={`Disable ${capability.name} for good?`}
        description="Nothing brings it back, and its id stays taken."
        impact={
          <p className="text-table">
            {calls.agents} agents called it {calls.calls24h.toLocaleString('en')} times in the last
            24 h.
          </p>
        }
        reason={{ required: true }}
        confirmLabel={`Disable for ${calls.agents} agents`}
        onConfirm={({ reason }) =>
          settle(props.onMove({ ...ref, to: 'DISABLED', reason }), 'Disabled for good')
        }
      />
      <DeprecationDialog
        view={view}
        ending={asked === 'deprecate' ? null : undefined}
        onClose={onClose}
        onDeprecate={props.onDeprecate}
        onTryEnd={props.onTryEnd}
        onSearch={props.onSearch}
      />
    </>
  );
}
