import type { Finding } from '../../housekeeping/doctor.js';
import type { Face } from '../face.js';

const MARKS: Readonly<Record<Finding['status'], string>> = { ok: '✓', note: '·', problem: '✗' };

/** Exit code 2 where something must be mended before requests can work. */
export async function doctor(face: Face): Promise<number> {
  const findings = await (await face.app()).doctor(face.language);
  if (face.json) face.printJson(findings);
  else {
    for (const { status, detail, fix } of findings) {
      face.print(`${MARKS[status]} ${detail}${fix === '' ? '' : `\n    → ${fix}`}`);
    }
  }
  return findings.some(({ status }) => status === 'problem') ? 2 : 0;
}
