import { RelativeTime } from '@/components/ui/relative-time';
import type { AccessRights } from '@/lib/schemas/access-requests';

/** What a grant gives, in one line. */
export function Rights({ rights }: { rights: AccessRights }) {
  const { invoke, scopes, until } = rights;
  return (
    <span>
      {invoke ? 'Discover and call' : 'Discover only'}
      {scopes.length > 0 && (
        <>
          , scopes <span className="break-all font-mono text-xs">{scopes.join(', ')}</span>
        </>
      )}
      {until ? (
        <>
          , ends <RelativeTime at={until} />
        </>
      ) : (
        ', no end'
      )}
    </span>
  );
}
