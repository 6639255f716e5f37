import { Card, PropertyList } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { Team } from '@/lib/schemas/teams';

/** What a team answers for; each number leads to the list it counts. */
export function Owns({ team }: { team: Team }) {
  const { owns } = team;
  const items = [
    { label: 'Capabilities', count: owns.capabilities, page: 'capabilities' },
    { label: 'Providers', count: owns.providers, page: 'providers' },
    { label: 'Agents', count: owns.agents, page: 'agents' },
  ];
  return (
    <Card title="Owns">
      <PropertyList
        items={[
          ...items.map(({ label, count, page }) => ({
            label,
            value:
              count > 0 ? <TextLink href={`/${page}?owner=${team.id}`}>{count}</TextLink> : count,
          })),
          { label: 'Since', value: <RelativeTime at={team.created_at} /> },
        ]}
      />
    </Card>
  );
}
