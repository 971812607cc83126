import type { Command } from 'commander';
import { bashScript } from '../completion/bash.js';
import { type CompletionCommand, describeProgram } from '../completion/describe-program.js';
import { fishScript } from '../completion/fish.js';
import { zshScript } from '../completion/zsh.js';
import type { Face } from '../face.js';
import type { Shell } from '../shells.js';
import { SHORT_COMMANDS } from '../short-commands.js';

const SCRIPTS: Readonly<
  Record<Shell, (program: CompletionCommand, name: string, shorts: readonly string[]) => string>
> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints the script that teaches a shell this program. */
export async function completion(face: Face, shell: Shell, program: Command, byDefault: Command): Promise<number> {
  const script = SCRIPTS[shell](describeProgram(program, byDefault), program.name(), SHORT_COMMANDS);
  if (face.json) face.printJson({ shell, script });
  else await face.write(new TextEncoder().encode(script));
  return 0;
}
