import type { Metadata } from 'next';
import { CapabilityForm } from '@/components/capabilities/capability-form';
import { EMPTY_VALUES } from '@/components/capabilities/form-values';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { listOwnTeams } from '@/lib/services/catalog/list-facets';
import { create, lint } from '../actions';

export const metadata: Metadata = { title: 'Register capability' };

export default async function NewCapabilityPage() {
  const ctx = await sessionContext();
  const teams = await listOwnTeams({ ctx });
  const only = teams.length === 1 ? teams[0] : undefined;
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-5">
      <PageHeader
        title="Register capability"
        description="It starts as a draft: nobody but you and your colleagues sees it until it was reviewed."
      />
      {teams.length === 0 ? (
        <EmptyState
          title="You are in no team yet"
          description="A capability belongs to a team that answers for it. Ask an admin to add you to one."
          action={
            <Button asChild>
              <Link href="/people">See teams</Link>
            </Button>
          }
        />
      ) : (
        <CapabilityForm
          stored={{ ...EMPTY_VALUES, owner: only?.value ?? '' }}
          current={null}
          teams={teams}
          findings={[]}
          onLint={lint}
          onCreate={create}
        />
      )}
    </div>
  );
}
