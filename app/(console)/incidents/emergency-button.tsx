'use client';

import { EmergencyDisable } from '@/components/incidents/emergency-disable';
import type { IncidentTarget } from '@/lib/schemas/incidents';
import { readImpact, submitIncident } from './actions';

type Props = {
  target: IncidentTarget;
  canPress: boolean;
  whyNot?: string | undefined;
  openIncident?: string | undefined;
};

const onImpact = (target: IncidentTarget) => readImpact({ target });

/**
 * The emergency disable with its actions, for the pages of capability, provider, agent and
 * backend: `<EmergencyButton target={{ kind: 'capability', id }} {...mayPress(ctx, target)} />`.
 */
export function EmergencyButton(props: Props) {
  return <EmergencyDisable {...props} onImpact={onImpact} onDisable={submitIncident} />;
}
