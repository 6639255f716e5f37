'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyId } from '@/components/ui/copy-button';
import { JsonView } from '@/components/ui/json-view';
import type { Json } from '@/lib/core/shared/json';
import { type Piece, piecesOf } from './output-content';

/** What a call answered, piece by piece; as it came, on request. */
export function OutputView({ output }: { output: Json }) {
  const [raw, setRaw] = useState(false);
  const pieces = piecesOf(output);
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium text-sm">Answer</h3>
        <Button size="sm" variant="ghost" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? 'Show as content' : 'Show as JSON'}
        </Button>
      </div>
      {raw ? (
        <JsonView value={output} depth={4} />
      ) : (
        pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity and never move
          <PieceView key={index} piece={piece} />
        ))
      )}
    </div>
  );
}

function PieceView({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'text':
      return <CodeBlock code={piece.text} wrap title={piece.label ?? undefined} />;
    case 'json':
      return (
        <div className="grid min-w-0 gap-1">
          {piece.label && <p className="break-all text-muted text-xs">{piece.label}</p>}
          <JsonView value={piece.value} depth={3} />
        </div>
      );
    case 'image':
      return (
        <figure className="grid min-w-0 gap-1">
          {/* biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise */}
          <img
            src={piece.src}
            alt={piece.label}
            className="max-h-96 max-w-full rounded-lg border bg-subtle object-contain"
          />
          <figcaption className="break-all text-muted text-xs">{piece.label}</figcaption>
        </figure>
      );
    case 'link':
      // An address from outside is shown to be read, not followed.
      return (
        <p className="min-w-0 text-table">
          {piece.label} <CopyId value={piece.uri} />
        </p>
      );
  }
}
