import { SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';

export default function ConsoleNotFound() {
  return (
    <EmptyState
      wholePage
      icon={<SearchX />}
      title="There is nothing at this address"
      description="It may have been removed, it may belong to another tenant, or you may not see it."
      action={
        <Button asChild variant="primary">
          <Link href="/">Go to the overview</Link>
        </Button>
      }
    />
  );
}
