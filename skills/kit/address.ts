import { isIP, isIPv4 } from 'node:net';

/** What an IP address belongs to, as far as it matters for who may be asked to reach it. */
export type AddressKind = 'loopback' | 'private' | 'link-local' | 'reserved' | 'public';

/** Of an IP address in any spelling that `node:net` knows; IPv4 in IPv6 counts as what it holds. */
export function addressKind(address: string): AddressKind {
  const bare = address.replace(/%.*$/, '');
  switch (isIP(bare)) {
    case 4:
      return kindOf4(bytesOf4(bare));
    case 6:
      return kindOf6(groupsOf6(bare));
    default:
      return 'reserved';
  }
}

function kindOf4([a = 0, b = 0, c = 0, d = 0]: readonly number[]): AddressKind {
  if (a === 127) return 'loopback';
  if (a === 169 && b === 254) return 'link-local';
  // Where some clouds keep their metadata.
  if (a === 100 && b === 100 && c === 100 && d === 200) return 'link-local';
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 100 && b >= 64 && b < 128)) {
    return 'private';
  }
  if (a === 0 || a >= 224) return 'reserved';
  return 'public';
}

function kindOf6(groups: readonly number[]): AddressKind {
  const [first = 0, second = 0] = groups;
  const head = groups.slice(0, 5).every((group) => group === 0);
  const [sixth = 0, seventh = 0, last = 0] = groups.slice(5);
  const inside = [seventh >> 8, seventh & 255, last >> 8, last & 255];
  if (head && sixth === 0 && seventh === 0) return last === 1 ? 'loopback' : 'reserved';
  if (head && (sixth === 0xffff || sixth === 0)) return kindOf4(inside);
  if (first === 0x64 && second === 0xff9b) return kindOf4(inside);
  if ((first & 0xffc0) === 0xfe80) return 'link-local';
  // The metadata address of one cloud lies among the private ones.
  if (first === 0xfd00 && second === 0xec2) return 'link-local';
  if ((first & 0xfe00) === 0xfc00) return 'private';
  if ((first & 0xff00) === 0xff00) return 'reserved';
  return 'public';
}

function bytesOf4(address: string): number[] {
  return address.split('.').map(Number);
}

/** The eight groups of an IPv6 address. */
function groupsOf6(address: string): number[] {
  const [before = '', after] = address.split('::');
  const front = groupsIn(before);
  const back = after === undefined ? [] : groupsIn(after);
  return [...front, ...new Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0), ...back];
}

function groupsIn(part: string): number[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (!isIPv4(group)) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = bytesOf4(group);
      return [(a << 8) | b, (c << 8) | d];
    });
}
