import { isIPv6, type LookupFunction } from 'node:net';
import { resolveHost } from '../../../kit/resolve-host.js';
import { type Finding, unable } from '../finding.js';

/** For `connect` and `request`: the addresses of a host, found once; or the finding that says why there are none. */
export async function lookupOf(host: string): Promise<LookupFunction | Finding> {
  const found = await resolveHost(host);
  switch (found.kind) {
    case 'unknown':
      return unable({ code: 'unknown_host', host, reason: found.message });
    case 'barred':
      return unable({ code: 'barred', host, address: found.address });
    case 'addresses': {
      const addresses = found.addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      return (_host, options, done) => {
        const [first] = addresses;
        if (options.all === true || first === undefined) done(null, addresses);
        else done(null, first.address, first.family);
      };
    }
  }
}
