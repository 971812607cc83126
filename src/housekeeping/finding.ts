/** One thing that was looked at. */
export interface Finding {
  /** Stable, kebab-case: node, config, state, folders, disk, supervisor, packages, routing, interpreter, projects, target, policy, model, jobs, channels, agents. */
  check: string;
  status: 'ok' | 'note' | 'problem';
  detail: string;
  /** What to do; empty where nothing needs doing. */
  fix: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail, fix: '' });
export const note = (check: string, detail: string, fix: string): Finding => ({ check, status: 'note', detail, fix });
export const problem = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: 'problem',
  detail,
  fix,
});
