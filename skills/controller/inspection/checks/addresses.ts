import { resolveHost } from '../../../kit/resolve-host.js';
import { type Finding, unable } from '../finding.js';

/** The first address of a host, or the finding that says why there is none. */
export async function addressOf(host: string): Promise<string | Finding> {
  const found = await resolveHost(host);
  switch (found.kind) {
    case 'unknown':
      return unable({ code: 'unknown_host', host, reason: found.message });
    case 'barred':
      return unable({ code: 'barred', host, address: found.address });
    case 'addresses':
      // Both families may be given; what listens on one only is nearly always IPv4.
      return found.addresses.find((address) => !address.includes(':')) ?? found.addresses[0] ?? '';
  }
}
