import type { Both } from './language.js';
import type { Exit } from './run-command.js';

export function sayExit({ code, signal }: Exit): Both {
  return signal === null ? [`退出码 ${code}`, `exit code ${code}`] : [`信号 ${signal}`, signal];
}
