import { relative } from 'node:path';
import { init as initialise } from '../../housekeeping/init.js';
import type { Face } from '../face.js';

export async function init(face: Face, folder: string): Promise<number> {
  const { files } = await initialise(folder);
  if (face.json) face.printJson({ files });
  else for (const file of files) face.print(face.words.created(relative(process.cwd(), file)));
  return 0;
}
