import type { ReactNode } from 'react';

/** The one card of a page before the console. */
export function AuthCard(props: { title: string; subtitle: string; children: ReactNode }) {
  return (
    <>
      <div className="mb-6 text-center">
        <h1 className="font-semibold text-xl tracking-tight">{props.title}</h1>
        <p className="mt-1 text-muted text-sm">{props.subtitle}</p>
      </div>
      <div className="rounded-lg border bg-raised p-6">{props.children}</div>
    </>
  );
}
