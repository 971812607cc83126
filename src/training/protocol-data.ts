import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  type AboutFrame,
  type AboutRequest,
  type AuthoredPackage,
  type NamedFrame,
  type PackageNames,
  readAboutFrames,
  readAboutRequests,
  readAuthoredPackages,
  readNamedFrames,
  readPackageNames,
  readVagueRequests,
  type VagueRequest,
} from './authored.js';
import { readSamples } from './read-samples.js';
import type { Sample } from './sample.js';

/** Everything the embedded policy is trained on. */
export interface ProtocolData {
  readonly samples: readonly Sample[];
  /** The task types as they described themselves when the data were frozen: what routes were scored by in training. */
  readonly types: readonly RoutedTexts[];
  /** Task types of other people, to train on what the policy will never have seen. */
  readonly packages: readonly AuthoredPackage[];
  /** Requests that say nothing: whatever is done about them would be a guess. */
  readonly vague: readonly VagueRequest[];
  /** What is said about the types and the packages where no run of them is wanted. */
  readonly about: readonly AboutRequest[];
  /** Sentences that forbid whatever a request asks for. */
  readonly frames: readonly AboutFrame[];
  /** What the work of a package or of a bundled type is called. */
  readonly names: readonly PackageNames[];
  /** Sentences around such a name. */
  readonly named: readonly NamedFrame[];
  /** sha256 of every file read, by its path below the data folder. */
  readonly hashes: Readonly<Record<string, string>>;
}

const RoutedTexts = z.object({
  name: z.string(),
  description: z.string(),
  when_to_use: z.string(),
  examples: z.array(z.string()),
});
export type RoutedTexts = z.infer<typeof RoutedTexts>;

export const SAMPLES_FILE = 'manual_protocol_v1/samples.jsonl';
const TYPES_FILE = 'types.jsonl';

/** What an author may have written, each a file of the author's folder. */
export type AuthoredFile =
  | 'rows.jsonl'
  | 'drills.jsonl'
  | 'packages.jsonl'
  | 'vague.jsonl'
  | 'about.jsonl'
  | 'frames.jsonl'
  | 'names.jsonl'
  | 'named-frames.jsonl';

/** Paths below `folder` of the files of that name, authors in alphabetical order. `folder`: assets/protocol. */
export async function authoredFiles(folder: string, name: AuthoredFile): Promise<string[]> {
  const entries = await readdir(join(folder, 'authors'), { recursive: true });
  return entries
    .map((entry) => entry.replaceAll('\\', '/'))
    .filter((entry) => entry.endsWith(`/${name}`))
    .map((entry) => `authors/${entry}`)
    .sort();
}

/** `folder`: assets/protocol. `samples`: a file in its place. */
export async function readProtocolData(folder: string, samples: string | null = null): Promise<ProtocolData> {
  const samplesPath = samples ?? join(folder, SAMPLES_FILE);
  const read: string[] = [TYPES_FILE];
  const all = async <Row>(name: AuthoredFile, readRows: (file: string) => Promise<Row[]>): Promise<Row[]> => {
    const paths = await authoredFiles(folder, name);
    read.push(...paths);
    return (await Promise.all(paths.map((path) => readRows(join(folder, path))))).flat();
  };
  const parts = {
    samples: await readSamples(samplesPath),
    types: await readTypes(join(folder, TYPES_FILE)),
    packages: await all('packages.jsonl', readAuthoredPackages),
    vague: await all('vague.jsonl', readVagueRequests),
    about: await all('about.jsonl', readAboutRequests),
    frames: await all('frames.jsonl', readAboutFrames),
    names: await all('names.jsonl', readPackageNames),
    named: await all('named-frames.jsonl', readNamedFrames),
  };
  const hashes: Record<string, string> = { [SAMPLES_FILE]: await hashOf(samplesPath) };
  for (const path of read) hashes[path] = await hashOf(join(folder, path));
  return { ...parts, hashes };
}

async function readTypes(file: string): Promise<RoutedTexts[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => RoutedTexts.parse(JSON.parse(line)));
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
