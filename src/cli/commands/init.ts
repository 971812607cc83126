import { join, relative } from 'node:path';
import { type InitAnswers, planInit, init as write } from '../../housekeeping/init.js';
import { splitCommand } from '../../housekeeping/split-command.js';
import { packageRoot } from '../../package-root.js';
import type { Face } from '../face.js';
import { prove } from '../first-steps/prove.js';

export interface InitOptions {
  command?: string;
  name?: string;
  say?: string[];
  project?: string;
  yes?: boolean;
}

/** Exit code 1 where the package was written but its own sentence does not lead to it. */
export async function init(face: Face, folder: string, options: InitOptions): Promise<number> {
  const said: InitAnswers = {
    ...(options.command === undefined ? {} : { command: splitCommand(options.command) }),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.say === undefined ? {} : { sentences: options.say }),
    ...(options.project === undefined ? {} : { project: options.project }),
  };
  const settings = { language: face.language, bundled: join(packageRoot(), 'skills') };
  const asks = process.stdin.isTTY === true && options.yes !== true && !face.json;
  const plan = asks
    ? await (await import('../first-steps/ask.js')).askAbout(face, folder, said, settings)
    : await planInit(folder, said, settings);
  const written = await write(plan);
  if (!face.json) for (const file of written.files) face.print(face.words.created(relative(process.cwd(), file)));
  const proof = await prove(face, written);
  const { files, name, command, sentences, project } = written;
  if (face.json) face.printJson({ files, name, command, sentences, project: project.key, proof });
  else {
    const examples = relative(process.cwd(), join(written.root, 'skills', 'controller', name, 'examples.jsonl'));
    face.print(`\n${face.words.init.next(proof.round === null ? null : proof.input, examples)}`);
  }
  if (face.signal.aborted) return 130;
  return proof.round === null ? 1 : 0;
}
