'use client';

import { SearchX, Sparkles } from 'lucide-react';
import { Funnel } from '@/components/charts/funnel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { formatDuration } from '@/components/ui/time';
import type { Inspection } from '@/lib/schemas/playground';
import { Candidates } from './candidates';
import { HiddenList } from './hidden-list';
import { hrefOfReceipt } from './params';
import { SaveCase } from './save-case';
import type { OnSaveCase } from './types';
import { STAGE_LABELS, stagesOf, whyNothing } from './view-model';

type Props = { view: Inspection; stored: boolean; onSave: OnSaveCase };

/** The pipeline: how the catalog became a handful, who they are and why, and why others are not. */
export function Results({ view, stored, onSave }: Props) {
  const nothing = whyNothing(view);
  const { catalog } = view.counts;
  const hiddenTotal = catalog === undefined ? null : catalog - (view.counts.selected ?? 0);
  return (
    <div className="grid min-w-0 gap-4">
      <Card
        title="Funnel"
        action={
          <div className="flex flex-wrap items-center gap-3">
            {!stored && (
              <TextLink href={hrefOfReceipt(view.resolve_id)} className="text-table">
                Receipt
              </TextLink>
            )}
            {!stored && <SaveCase key={view.resolve_id} view={view} onSave={onSave} />}
          </div>
        }
      >
        <Funnel label="From the catalog to what was chosen" stages={stagesOf(view)} />
        <Times view={view} />
      </Card>
      {view.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          {warning}
        </Callout>
      ))}
      {nothing && (
        <Card flush>
          <EmptyState
            icon={<SearchX />}
            title={nothing.title}
            description={nothing.text}
            action={
              nothing.grants && (
                <Button asChild>
                  <Link href={`/agents/${view.agent_id}?tab=grants`}>Open its grants</Link>
                </Button>
              )
            }
          />
        </Card>
      )}
      {(view.chosen.length > 0 || view.cut.length > 0) && <Candidates view={view} />}
      <HiddenList key={view.resolve_id} hidden={view.hidden} total={hiddenTotal} />
    </div>
  );
}

function Times({ view }: { view: Inspection }) {
  const stages = Object.keys(STAGE_LABELS).filter((stage) => view.stage_ms[stage] !== undefined);
  const total = stages.reduce((sum, stage) => sum + (view.stage_ms[stage] ?? 0), 0);
  const pinned = view.counts.pinned ?? 0;
  return (
    <div className="mt-3 grid gap-1 border-t pt-3 text-muted text-xs">
      <p>
        <span className="font-medium text-foreground">{formatDuration(total)}</span> in all:{' '}
        {stages
          .map((stage) => `${STAGE_LABELS[stage]} ${formatDuration(view.stage_ms[stage] ?? 0)}`)
          .join(' · ')}
      </p>
      <p>
        Ranked by the preset “{view.preset}”.
        {pinned > 0 &&
          ` ${pinned} of the chosen ${pinned === 1 ? 'is a pin' : 'are pins'}, beside the top K.`}
      </p>
    </div>
  );
}

/** Before the first run. */
export function NothingAsked() {
  return (
    <Card flush>
      <EmptyState
        icon={<Sparkles />}
        title="Ask as an agent would"
        description="Write what it wants to do. You see each step from the whole catalog to the few capabilities its model gets, and why."
      />
    </Card>
  );
}

const WIDTHS = ['w-full', 'w-4/5', 'w-2/3', 'w-1/2', 'w-1/4'];

export function ResultsSkeleton() {
  return (
    <Card title="Funnel">
      <div className="grid gap-2" aria-busy>
        {WIDTHS.map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    </Card>
  );
}
