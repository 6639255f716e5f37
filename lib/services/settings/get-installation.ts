import { runtime } from '@/lib/runtime';

/** What anybody at the door may know of this installation. */
export type Installation = {
  /** Where this Capstan is reached, without a slash at the end. */
  baseUrl: string;
  /** The identity provider people may sign in with; null when there is none. */
  oidc: { name: string } | null;
};

/** Read from the configuration, not the database; needs no actor and holds no secret. */
export function getInstallation(): Installation {
  const { baseUrl, oidc } = runtime().config;
  return { baseUrl, oidc: oidc ? { name: oidc.name } : null };
}
