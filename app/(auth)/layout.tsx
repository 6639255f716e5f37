import type { ReactNode } from 'react';
import { Logo } from '@/components/shell/logo';

/** One quiet card; pages give the form. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-subtle px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <Logo className="size-9" />
          <div>
            <h1 className="font-semibold text-xl tracking-tight">Sign in to Capstan</h1>
            <p className="mt-1 text-muted text-sm">The registry of what your agents can do</p>
          </div>
        </div>
        <div className="rounded-lg border bg-raised p-6">{children}</div>
      </div>
    </main>
  );
}
