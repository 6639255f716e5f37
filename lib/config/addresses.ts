import ipaddr from 'ipaddr.js';

/** A base address and how many of its bits count. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** One address such as `10.1.2.3` or a CIDR range such as `10.0.0.0/8`; null for anything else. */
export function parseRange(text: string): AddressRange | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** A host name in lower case, or `*.corp.test` for every name below one. */
export function isHostPattern(text: string): boolean {
  return /^(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(text);
}
