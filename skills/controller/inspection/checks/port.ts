import { connect } from 'node:net';
import { codeOf } from '../../../kit/resolve-host.js';
import { type Finding, failing } from '../finding.js';
import type { TargetOf } from '../target.js';
import { lookupOf } from './addresses.js';

/** Value: milliseconds until the connection stood. Nothing is sent. */
export async function checkPort({ host, port, expect, timeout_ms }: TargetOf<'port'>): Promise<Finding> {
  const lookup = await lookupOf(host);
  if (typeof lookup !== 'function') return lookup;
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host, port, lookup, timeout: timeout_ms });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    const closed = (reason: string): void =>
      end(expect === 'open' ? failing({ code: 'closed', reason }) : { value: null, seen: [], problems: [] });
    socket.once('connect', () => {
      const value = Math.round((performance.now() - started) * 10) / 10;
      end(expect === 'open' ? { value, seen: [], problems: [] } : failing({ code: 'open' }, value));
    });
    socket.once('timeout', () => closed('ETIMEDOUT'));
    socket.once('error', (error) => closed(codeOf(error)));
  });
}
