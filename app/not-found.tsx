import { Logo } from '@/components/shell/logo';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        wholePage
        icon={<Logo />}
        title="There is nothing at this address"
        description="Check the link, or start from the overview."
        action={
          <Button asChild variant="primary">
            <Link href="/">Go to the overview</Link>
          </Button>
        }
      />
    </main>
  );
}
