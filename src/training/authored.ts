import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { issueSaid } from '../config/issue-said.js';
import { languageOf } from '../environment/language.js';
import type { Environment, Round, TaskStatus } from '../environment/types.js';
import type { ControllerAction, ObserveTool } from '../protocol/action.js';
import { composeTaskContent } from '../protocol/task-content.js';
import { SampleInvalidError, Share } from './read-samples.js';

/** A tool's answer: the text, or the object it is the JSON of. */
const Answer = z.pipe(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  z.transform((answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer))),
);

/** A row as its author wrote it: the scene in short form, the target by name. */
const AuthoredRow = z.object({
  id: z.string(),
  bucket: z.string(),
  /** Rows that reword one idea share it; the holdout is split by it. */
  template: z.string(),
  lang: z.enum(['zh', 'en', 'mixed']),
  text: z.string(),
  scene: z.object({
    rounds: z._default(
      z.array(
        z.object({
          in: z.string(),
          reply: z._default(z.string(), ''),
          tasks: z._default(
            z.array(
              z.object({
                type: z.string(),
                status: z.enum(['running', 'done', 'failed', 'cancelled', 'needs_input']),
                goal: z.string(),
                limits: z._default(z.string(), ''),
                result: z._default(z.string(), ''),
              }),
            ),
            [],
          ),
        }),
      ),
      [],
    ),
    summaries: z._default(z.array(z.string()), []),
    meta: z._default(z.string(), ''),
  }),
  observations: z.optional(
    z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), ok: z.boolean(), result: Answer })),
  ),
  target: z.string(),
  /** What the words ask for where the state makes it something else: with nothing running, a wish to stop is answered as a status question. */
  says: z.optional(z.string()),
  /** What it counts in training, where that is less than 1. */
  weight: z.optional(Share),
});
export type AuthoredRow = z.infer<typeof AuthoredRow>;

/** A task type of somebody's own, to train on what the policy has never seen. */
const AuthoredPackage = z.object({
  name: z.string(),
  description: z.string(),
  when_to_use: z.string(),
  examples: z.array(z.string()),
  requests: z.array(z.string()),
});
export type AuthoredPackage = z.infer<typeof AuthoredPackage>;

/** A request that only a question can answer. */
const VagueRequest = z.object({ template: z.string(), lang: z.enum(['zh', 'en', 'mixed']), text: z.string() });
export type VagueRequest = z.infer<typeof VagueRequest>;

/** What is said about a task type, somebody's own or a bundled one, where no run of it is wanted. */
const AboutRequest = z.object({
  package: z.string(),
  asks: z.enum(['nothing', 'status', 'failure', 'cancel', 'executor']),
  lang: z.enum(['zh', 'en', 'mixed']),
  text: z.string(),
});
export interface AboutRequest extends z.infer<typeof AboutRequest> {
  /** The sentence around a name, where it was put together from the two: an index that judges it has not seen that sentence. */
  readonly frame?: string;
}

/** A sentence that forbids or calls off whatever a request asks for, with `{}` in its place. */
const AboutFrame = z.object({
  lang: z.enum(['zh', 'en']),
  text: z.string().check(z.regex(/^[^{}]*\{\}[^{}]*$/)),
});
export type AboutFrame = z.infer<typeof AboutFrame>;

/** What people call the work of a task type, within a sentence and without an article. */
const PackageNames = z.object({ package: z.string(), en: z.array(z.string()), zh: z.array(z.string()) });
export type PackageNames = z.infer<typeof PackageNames>;

/** A sentence about somebody's work, with `{}` for its name. `run`: that it shall be done now. */
const NamedFrame = z.object({
  asks: z.enum(['run', 'nothing', 'status', 'failure', 'cancel']),
  lang: z.enum(['zh', 'en']),
  text: z.string().check(z.regex(/^[^{}]*\{\}[^{}]*$/)),
});
export type NamedFrame = z.infer<typeof NamedFrame>;

export const readAuthoredRows = (file: string): Promise<AuthoredRow[]> => readLines(file, AuthoredRow);
export const readVagueRequests = (file: string): Promise<VagueRequest[]> => readLines(file, VagueRequest);
export const readAboutRequests = (file: string): Promise<AboutRequest[]> => readLines(file, AboutRequest);
export const readAboutFrames = (file: string): Promise<AboutFrame[]> => readLines(file, AboutFrame);
export const readPackageNames = (file: string): Promise<PackageNames[]> => readLines(file, PackageNames);
export const readNamedFrames = (file: string): Promise<NamedFrame[]> => readLines(file, NamedFrame);
export const readAuthoredPackages = (file: string): Promise<AuthoredPackage[]> => readLines(file, AuthoredPackage);

async function readLines<Schema extends z.ZodMiniType>(file: string, schema: Schema): Promise<z.infer<Schema>[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(JSON.parse(line));
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    throw new SampleInvalidError(file, at + 1, issueSaid(issue, { en: 'the line', zh: '整行' }));
  });
}

/** The snapshot a scene stands for, with the request as its newest round. */
export function snapshotOf({ scene, text }: Pick<AuthoredRow, 'scene' | 'text'>): Environment {
  const folded = scene.summaries.length;
  const rounds: Round[] = scene.rounds.map(({ in: user_input, reply, tasks }, at) => ({
    round_id: folded * 4 + at + 1,
    user_input,
    reply,
    tasks: tasks.map(({ type, status, goal, limits, result }, index) => ({
      task_id: index + 1,
      task: { task_id: index + 1, type, content: contentOf(goal, limits), status: status as TaskStatus, result },
      track: [],
    })),
  }));
  const cur_round = folded * 4 + rounds.length + 1;
  rounds.push({ round_id: cur_round, user_input: text, reply: '', tasks: [] });
  const history_summaries = scene.summaries.map((summary, at) => ({
    summary_id: at + 1,
    round_start: at * 4 + 1,
    round_end: at * 4 + 4,
    round_count: 4,
    summary,
    created_at: '',
  }));
  return { rounds, cur_round, updated_at: '', history_summaries, history_meta_summary: scene.meta };
}

function contentOf(goal: string, limits: string): string {
  return composeTaskContent({ goal, limits, language: languageOf(goal, undefined) });
}

/** `status`, `functest`, … or `observe:tool`. Content is the user's own words, as the policy fills it in. */
export function targetOf(target: string, text: string): ControllerAction {
  if (!target.startsWith('observe:')) {
    const task_content = composeTaskContent({ goal: text, limits: '-', language: languageOf(text, undefined) });
    return { action_kind: 'generate_task', task_type: target, task_content, reason: '' };
  }
  return { action_kind: 'observe', tool: target.slice('observe:'.length) as ObserveTool, args: {}, reason: '' };
}
