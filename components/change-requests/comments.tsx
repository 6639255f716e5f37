'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';
import type { ActionAnswer } from '../capabilities/types';

type Props = {
  view: ChangeRequestView;
  onComment: (input: { change_request_id: string; text: string }) => Promise<ActionAnswer>;
};

/** What people said about it; what is closed takes no more. */
export function Comments({ view, onComment }: Props) {
  const { comments, request, may } = view;
  const { refresh } = useNavigation();
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const say = useSubmit(onComment, {
    fields: ['text'],
    onDone: () => {
      setText('');
      refresh();
    },
  });
  const open = request.closed_at === null && may.comment;
  if (comments.length === 0 && !open) return null;
  return (
    <Card title="Comments">
      <div className="grid gap-4">
        {comments.length === 0 && (
          <p className="text-muted text-table">Nobody said anything yet.</p>
        )}
        {comments.length > 0 && (
          <ul className="grid gap-3">
            {comments.map((comment) => (
              <li key={comment.id} className="min-w-0 text-table">
                <p>
                  <span className="font-medium">{comment.by}</span>{' '}
                  <span className="text-muted text-xs">
                    <RelativeTime at={comment.written_at} />
                  </span>
                </p>
                <p className="whitespace-pre-wrap break-words">{comment.text}</p>
              </li>
            ))}
          </ul>
        )}
        {open && (
          <form
            className="grid gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              say.submit({ change_request_id: request.id, text });
            }}
          >
            {say.error && <Callout tone="danger">{say.error}</Callout>}
            <Field label="Your comment" error={say.at('text')}>
              <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
            </Field>
            <div className="flex justify-end">
              <Button type="submit" size="sm" pending={say.pending} disabled={text.trim() === ''}>
                Comment
              </Button>
            </div>
          </form>
        )}
      </div>
    </Card>
  );
}
