import ipaddr from 'ipaddr.js';
import { type AddressRange, isHostPattern, parseRange } from '@/lib/config/addresses';

/** Public by number, private by use: the cloud's own configuration service on Azure. */
const METADATA = ['168.63.129.16'];
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

export type AllowList = {
  /** Names whose addresses are not questioned, lower case; `*.internal` covers its subdomains. */
  hosts: string[];
  ranges: AddressRange[];
};

/**
 * Reads configuration such as `['127.0.0.1', '10.0.0.0/8', 'mcp.internal', '*.corp.test']`.
 * Throws an Error that names the entry when one is neither.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const list: AllowList = { hosts: [], ranges: [] };
  for (const raw of entries) {
    const entry = raw.trim().toLowerCase();
    const range = parseRange(entry);
    if (range) list.ranges.push(range);
    else if (isHostPattern(entry)) list.hosts.push(entry);
    else throw new Error(`"${raw}" is neither a host name, an address nor a CIDR range.`);
  }
  return list;
}

/** Listed by its name or under a `*.` entry, whatever its case and a last dot. */
export function isAllowedHost(host: string, allow: AllowList): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return allow.hosts.some((entry) =>
    entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry,
  );
}

function isInRanges(address: ipaddr.IPv4 | ipaddr.IPv6, allow: AllowList): boolean {
  return allow.ranges.some(([base, bits]) => {
    if (base.kind() !== address.kind()) return false;
    return address.match(base, bits);
  });
}

/** The IPv4 address that an IPv6 one stands for: mapped (`::ffff:…`, `::a.b.c.d`) or NAT64. */
function embeddedV4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const range = address.range();
  if (range !== 'ipv4Mapped' && range !== 'rfc6052') return null;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function refusalOf(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  const range = address.range();
  if (METADATA.includes(address.toString())) return 'a cloud metadata address';
  if (range !== 'unicast') return `a ${range} address`;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST_V6)) {
    return 'not a public address';
  }
  return null;
}

/**
 * Why a connection to this address is refused, or null. Only public unicast passes: private,
 * loopback, link-local (metadata), carrier NAT, multicast, reserved and tunnel ranges do not,
 * nor do IPv6 forms that stand for such an IPv4 address.
 */
export function refusedAddress(text: string, allow: AllowList): string | null {
  if (!ipaddr.isValid(text)) return 'not an address';
  const address = ipaddr.parse(text);
  if (isInRanges(address, allow)) return null;
  const inner = address instanceof ipaddr.IPv6 ? embeddedV4(address) : null;
  if (!inner) return refusalOf(address);
  if (isInRanges(inner, allow)) return null;
  const refusal = refusalOf(inner);
  return refusal && `${refusal} inside an IPv6 one`;
}
