import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import type { InspectedCapability, Inspection } from '@/lib/schemas/playground';
import { savedShare } from './view-model';

/** What goes into the model's context, what it costs, and what the whole would have cost. */
export function ModelReceives({ view }: { view: Inspection }) {
  const { tokens_full, tokens_sent, chosen } = view;
  const stored = chosen.length > 0 && chosen.every((item) => item.details === null);
  return (
    <Card title="What the model receives" flush>
      <div id="tokens" className="grid scroll-mt-20 gap-3 border-b p-4">
        <Tokens full={tokens_full} sent={tokens_sent} allowed={view.counts.allowed ?? 0} />
        {!stored && chosen.length > 0 && view.request.include_schemas !== true && (
          <p className="text-muted text-xs">
            Names and descriptions only. Schemas come in the second step, for what the model picks.
          </p>
        )}
        {stored && (
          <p className="text-muted text-xs">
            A receipt keeps what was chosen and what it cost, not the texts. Run it again to see
            them as they are now.
          </p>
        )}
      </div>
      <ol className="divide-y">
        {chosen.map((item) => (
          <li key={item.id}>
            <Definition item={item} />
          </li>
        ))}
      </ol>
      {chosen.length === 0 && (
        <p className="p-4 text-muted text-table">Nothing: the answer is empty.</p>
      )}
    </Card>
  );
}

type TokensProps = { full: number; sent: number; allowed: number };

function Tokens({ full, sent, allowed }: TokensProps) {
  const saved = savedShare(full, sent);
  const width = full > 0 ? Math.min(100, Math.max(1, (sent / full) * 100)) : 0;
  return (
    <>
      <p className="flex items-baseline gap-1.5">
        <span className="font-semibold text-2xl leading-8 tracking-tight">
          {sent.toLocaleString('en')}
        </span>
        <span className="text-muted text-sm">tokens</span>
        {saved && (
          <span className="ml-auto font-medium text-sm text-success-text">{saved} saved</span>
        )}
      </p>
      <div className="h-2 overflow-hidden rounded-full bg-pressed" aria-hidden>
        <div className="h-full bg-accent" style={{ width: `${width}%` }} />
      </div>
      <p className="text-muted text-xs">
        All {allowed.toLocaleString('en')} allowed capabilities with their schemas would take{' '}
        {full.toLocaleString('en')}. Estimated: four characters a token.
      </p>
    </>
  );
}

function Definition({ item }: { item: InspectedCapability }) {
  const { details, tokens } = item;
  const head = (
    <>
      <span className="min-w-0 flex-1 truncate font-medium" title={item.id}>
        {item.id}
      </span>
      {tokens !== null && (
        <span className="shrink-0 text-muted text-xs">{tokens.toLocaleString('en')} tokens</span>
      )}
    </>
  );
  if (!details) return <p className="flex gap-2 px-4 py-2 text-table">{head}</p>;
  const { id, description, input_schema } = details;
  const sent = { name: id, description, ...(input_schema === undefined ? {} : { input_schema }) };
  return (
    <details>
      <summary className="cursor-pointer list-none px-4 py-2 text-table hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="flex items-baseline gap-2">{head}</span>
        <span className="mt-0.5 line-clamp-2 text-muted text-xs">{description}</span>
      </summary>
      <div className="px-3 pb-3">
        <CodeBlock code={JSON.stringify(sent, null, 2)} wrap />
      </div>
    </details>
  );
}
