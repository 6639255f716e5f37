'use client';

import { Card } from '@/components/ui/card';
import { Combobox } from '@/components/ui/combobox';
import { useNavigation } from '@/components/ui/navigation';
import type { Option } from '@/components/ui/select';

type Props = {
  agentId: string;
  onSearch: (query: string) => Promise<readonly Option[]>;
};

/** From the agent's page to the capability's, where its owners are asked. */
export function FindAndAsk({ agentId, onSearch }: Props) {
  const { push } = useNavigation();
  return (
    <Card
      title="Request access"
      description="For a capability of HIGH or CRITICAL risk that another team owns: its owners decide."
    >
      <Combobox
        aria-label="Capability to request"
        placeholder="Choose a capability to request"
        searchPlaceholder="Id or name"
        options={[]}
        value={null}
        onSearch={onSearch}
        onValueChange={(id) =>
          id &&
          push(
            `/capabilities/${encodeURIComponent(id)}?tab=access&ask=${encodeURIComponent(agentId)}`,
          )
        }
        className="w-full sm:w-96"
      />
    </Card>
  );
}
