import { Pin } from 'lucide-react';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { TypeIcon } from '@/components/catalog/type-icon';
import { ScoreBar, ScoreLegend } from '@/components/charts/score-bar';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import type { InspectedCapability, InspectedCut, Inspection } from '@/lib/schemas/playground';
import { barOf, CHOSEN_BY, CUT_TEXT, PART_LABELS, type PartShare, sharesOf } from './view-model';

type Scored = { score: number; score_parts: Record<string, number> };

/** What was chosen, best first, and the best of what the caps left out: scores from their parts. */
export function Candidates({ view }: { view: Inspection }) {
  const { chosen, cut, weights, counts } = view;
  const items: readonly Scored[] = [...chosen, ...cut];
  const max = Math.max(0.0001, ...items.map((item) => item.score));
  const cutTotal = counts.cut ?? cut.length;
  return (
    <Card
      title="Candidates"
      description={`${chosen.length} chosen${cutTotal > 0 ? `, ${cutTotal} cut` : ''}`}
      action={
        <ScoreLegend labels={Object.keys(weights).map((part) => PART_LABELS[part] ?? part)} />
      }
      flush
    >
      <ol id="candidates" className="@container scroll-mt-20 divide-y">
        {chosen.map((item, index) => (
          <li key={item.id} id={`candidate-${item.id}`} className="scroll-mt-20">
            <Candidate item={item} place={index + 1} weights={weights} max={max} />
          </li>
        ))}
      </ol>
      {cut.length > 0 && <Cut items={cut} weights={weights} max={max} total={cutTotal} />}
    </Card>
  );
}

type RowProps = { weights: Record<string, number>; max: number };

function Candidate(props: RowProps & { item: InspectedCapability; place: number }) {
  const { item, place, weights, max } = props;
  const shares = sharesOf(item, weights);
  const { details } = item;
  return (
    <details className="group">
      <summary className="grid cursor-pointer list-none grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 px-4 py-2 hover:bg-hover @xl:grid-cols-[1.25rem_minmax(18rem,1fr)_minmax(7rem,12rem)] [&::-webkit-details-marker]:hidden">
        <span className="text-muted text-xs">{place}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-table">
          {details && <TypeIcon type={details.type} />}
          <span className="max-w-[calc(100%-1.5rem)] truncate font-medium" title={item.id}>
            {item.id}
          </span>
          {details && <RiskBadge risk={details.risk} className="max-sm:hidden" />}
          {item.pinned && (
            <Badge tone="accent" title="A pin of the agent or the query">
              <Pin aria-hidden />
              <span className="sr-only">Pin</span>
            </Badge>
          )}
          {details?.deprecated && <Badge tone="warning">Deprecated</Badge>}
        </span>
        <ScoreBar parts={barOf(shares)} max={max} className="@max-xl:col-start-2" />
      </summary>
      <div className="grid gap-2 bg-subtle px-4 py-3 pl-11 text-table">
        <p>
          {CHOSEN_BY[item.stage] ?? item.stage}. Version{' '}
          <span className="font-mono text-xs">{item.version}</span>
          {details?.provider && (
            <>
              {' '}
              by <TextLink href={`/providers/${details.provider}`}>{details.provider}</TextLink>
            </>
          )}
          {details?.approval_required && '; a call waits for an approval'}.{' '}
          <TextLink href={`/capabilities/${item.id}`}>Open capability</TextLink>
        </p>
        <Parts shares={shares} score={item.score} />
      </div>
    </details>
  );
}

/** The sum behind the bar. */
function Parts({ shares, score }: { shares: readonly PartShare[]; score: number }) {
  if (shares.length === 0) {
    return <p className="text-muted">Nothing was scored: no sentence and no tags.</p>;
  }
  return (
    <table className="w-full max-w-sm text-xs">
      <thead className="text-left text-muted">
        <tr>
          <th scope="col" className="py-0.5 font-normal">
            Part
          </th>
          <th scope="col" className="py-0.5 text-right font-normal">
            Value
          </th>
          <th scope="col" className="py-0.5 text-right font-normal">
            Weight
          </th>
          <th scope="col" className="py-0.5 text-right font-normal">
            Adds
          </th>
        </tr>
      </thead>
      <tbody className="font-mono">
        {shares.map((share) => (
          <tr key={share.part}>
            <td className="py-0.5 font-sans">{share.label}</td>
            <td className="py-0.5 text-right">{share.value.toFixed(3)}</td>
            <td className="py-0.5 text-right">{share.weight.toFixed(2)}</td>
            <td className="py-0.5 text-right">{share.adds.toFixed(3)}</td>
          </tr>
        ))}
        <tr className="border-t">
          <td className="py-0.5 font-sans">Score</td>
          <td />
          <td />
          <td className="py-0.5 text-right font-medium">{score.toFixed(3)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Cut(props: RowProps & { items: readonly InspectedCut[]; total: number }) {
  const { items, weights, max, total } = props;
  return (
    <details id="cut" className="scroll-mt-20 border-t">
      <summary className="cursor-pointer px-4 py-2 text-muted text-table hover:bg-hover">
        Cut by the caps: {total}
        {total > items.length ? `, the best ${items.length} of them` : ''}
      </summary>
      <ul className="@container divide-y border-t">
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 px-4 py-1.5 pl-11 text-muted text-table @2xl:grid-cols-[minmax(16rem,1fr)_auto_minmax(7rem,12rem)]"
          >
            <span className="truncate" title={item.id}>
              {item.id}
            </span>
            <Badge>{CUT_TEXT[item.reason] ?? item.reason}</Badge>
            <ScoreBar
              parts={barOf(sharesOf(item, weights))}
              max={max}
              className="opacity-70 @max-2xl:col-span-2"
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
