import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type AuthoredPackage, readAuthoredPackages, readVagueRequests, type VagueRequest } from './authored.js';
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

export const AUTHORS = [
  'ana',
  'bo',
  'ida',
  'june',
  'kofi',
  'lin',
  'maya',
  'mei',
  'noor',
  'qing',
  'ravi',
  'sam',
  'tess',
  'wen',
] as const;
const PACKAGE_AUTHORS = ['lin', 'maya', 'noor', 'otto', 'pia', 'yun'] as const;
export const SAMPLES_FILE = 'manual_protocol_v1/samples.jsonl';
const TYPES_FILE = 'types.jsonl';

export const rowsFile = (author: string): string => `authors/${author}/rows.jsonl`;
const VAGUE_FILE = 'authors/sam/vague.jsonl';
const packagesFile = (author: string): string => `authors/${author}/packages.jsonl`;

/** `folder`: assets/protocol. `samples`: a file in its place. */
export async function readProtocolData(folder: string, samples: string | null = null): Promise<ProtocolData> {
  const samplesPath = samples ?? join(folder, SAMPLES_FILE);
  const packagePaths = PACKAGE_AUTHORS.map(packagesFile);
  const [read, types, packages, vague] = await Promise.all([
    readSamples(samplesPath),
    readTypes(join(folder, TYPES_FILE)),
    Promise.all(packagePaths.map((path) => readAuthoredPackages(join(folder, path)))),
    readVagueRequests(join(folder, VAGUE_FILE)),
  ]);
  const named = [TYPES_FILE, VAGUE_FILE, ...packagePaths].map((path) => [path, join(folder, path)] as const);
  const hashes: Record<string, string> = { [SAMPLES_FILE]: await hashOf(samplesPath) };
  for (const [name, path] of named) hashes[name] = await hashOf(path);
  return { samples: read, types, packages: packages.flat(), vague, hashes };
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
