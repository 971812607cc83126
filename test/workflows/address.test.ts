import { describe, expect, it } from 'vitest';
import { addressKind } from '../../skills/kit/address.js';
import { resolveHost } from '../../skills/kit/resolve-host.js';

describe('the kind of an address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.9.1', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a00:1', 'private'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['169.254.169.254', 'link-local'],
    ['::ffff:169.254.169.254', 'link-local'],
    ['100.100.100.200', 'link-local'],
    ['fd00:ec2::254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['0.0.0.0', 'reserved'],
    ['::', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['ff02::1', 'reserved'],
    ['not an address', 'reserved'],
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1:248:1893:25c8:1946', 'public'],
  ] as const)('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });
});

describe('resolving a host', () => {
  it('leaves addresses as they are, link-local ones too: they were written by someone', async () => {
    expect(await resolveHost('[::1]')).toEqual({ kind: 'addresses', addresses: ['::1'] });
    expect(await resolveHost('169.254.169.254')).toEqual({ kind: 'addresses', addresses: ['169.254.169.254'] });
  });

  it('finds the addresses of a name, and says when there are none', async () => {
    expect(await resolveHost('localhost')).toMatchObject({ kind: 'addresses' });
    expect(await resolveHost('no-such-host.invalid')).toMatchObject({ kind: 'unknown' });
  });
});
