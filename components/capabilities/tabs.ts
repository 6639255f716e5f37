export const CAPABILITY_TABS = [
  'overview',
  'schema',
  'versions',
  'access',
  'providers',
  'usage',
  'history',
  'try',
] as const;
export type CapabilityTab = (typeof CAPABILITY_TABS)[number];

export function tabOf(value: string | string[] | undefined): CapabilityTab {
  return CAPABILITY_TABS.find((tab) => tab === value) ?? 'overview';
}
