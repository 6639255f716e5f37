'use client';

import type { ActionAnswer } from '@/components/capabilities/types';
import type { AgentMajor } from '@/lib/schemas/deprecation';
import { MoveSelect } from './adoption-card';

/** The choice of one row, on the agent's own page. */
export function MoveMajor(props: {
  agentId: string;
  held: AgentMajor;
  onMove: (input: {
    agent_id: string;
    capability_id: string;
    major: number;
  }) => Promise<ActionAnswer>;
}) {
  const { agentId, held, onMove } = props;
  return (
    <MoveSelect
      name={held.capability_id}
      major={held.major}
      choices={held.served}
      onMove={(major) => onMove({ agent_id: agentId, capability_id: held.capability_id, major })}
    />
  );
}
