import type { Risk } from '@/lib/core/shared/domain';
import type { ProviderView } from '@/lib/schemas/providers';

/** What people type; empty text stands for "none". */
export type ProviderValues = {
  name: string;
  description: string;
  endpoint: string;
  credential_ref: string;
  owner: string;
  backend: string | null;
  default_tags: string[];
  risk_floor: Risk;
  every: string;
};

/** Seconds -> label. */
export const SCHEDULES = [
  { value: 'never', label: 'Only on demand and at start' },
  { value: '300', label: 'Every 5 minutes' },
  { value: '3600', label: 'Every hour' },
  { value: '21600', label: 'Every 6 hours' },
  { value: '86400', label: 'Every day' },
] as const;

export const PROVIDER_FIELDS = [
  'id',
  'name',
  'description',
  'endpoint',
  'credential_ref',
  'owner',
  'backend',
  'default_tags',
  'risk_floor',
  'sync_every_seconds',
];

export function emptyValues(owner: string): ProviderValues {
  return {
    name: '',
    description: '',
    endpoint: '',
    credential_ref: '',
    owner,
    backend: null,
    default_tags: [],
    risk_floor: 'LOW',
    every: 'never',
  };
}

export function valuesOf(provider: ProviderView): ProviderValues {
  return {
    name: provider.name,
    description: provider.description,
    endpoint: provider.endpoint ?? '',
    credential_ref: provider.credential_ref ?? '',
    owner: provider.owner,
    backend: provider.backend,
    default_tags: provider.default_tags,
    risk_floor: provider.risk_floor,
    every: provider.sync_every_seconds ? String(provider.sync_every_seconds) : 'never',
  };
}

/** What the schedule and text fields mean to the service. */
export function toInput({ every, credential_ref, endpoint, ...rest }: ProviderValues) {
  return {
    ...rest,
    endpoint: endpoint.trim(),
    credential_ref: credential_ref.trim() === '' ? null : credential_ref.trim(),
    sync_every_seconds: every === 'never' ? null : Number(every),
  };
}

/** The choices, with the one in force when it is none of ours. */
export function schedulesFor(every: string): { value: string; label: string }[] {
  const known = SCHEDULES.some(({ value }) => value === every);
  return known ? [...SCHEDULES] : [...SCHEDULES, { value: every, label: `Every ${every} seconds` }];
}
