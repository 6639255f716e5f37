import type { ReactNode } from 'react';
import { Logo } from '@/components/shell/logo';

/** One quiet column; pages give the heading and the card. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-subtle px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-4 flex justify-center">
          <Logo className="size-9" />
        </div>
        {children}
      </div>
    </main>
  );
}
