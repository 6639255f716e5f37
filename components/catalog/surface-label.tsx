import { Badge } from '@/components/ui/badge';
import type { Surface } from '@/lib/core/shared/domain';

const MEANING: Record<Surface, string> = {
  tool: 'An action to call',
  resource: 'Context to read',
  prompt: 'Messages to inject',
  skill: 'Instructions with what they may consume',
  agent: 'Another agent to hand work to',
  workflow: 'Steps over other capabilities',
};

/** How a capability is consumed. */
export function SurfaceLabel({ surface }: { surface: Surface }) {
  return (
    <Badge tone="outline" title={MEANING[surface]}>
      {surface}
    </Badge>
  );
}
