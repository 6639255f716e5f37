import type { FrameProps } from '@/components/shell/types';

/** What the frame around every page shows: who I am, what waits for me, what is stopped. */
export async function loadFrame(): Promise<FrameProps> {
  return {
    user: { name: 'Guest', email: '', roles: [] },
    tenant: { id: 'default', name: 'Default' },
    tenants: [],
    counts: {},
    incidents: [],
    commands: [],
    hidden: [],
  };
}
