import type { ConfigProblem } from './errors.js';
import { explain } from './explain.js';
import { intentShortcutsSchema } from './schema.js';
import type { YamlSource } from './yaml-source.js';

export type CheckedShortcuts = { ok: true; keywords: string[] } | { ok: false; problems: ConfigProblem[] };

export function checkIntentShortcuts(source: YamlSource): CheckedShortcuts {
  const parsed = intentShortcutsSchema.safeParse(source.value ?? {});
  if (!parsed.success) return { ok: false, problems: explain(parsed.error.issues, source, intentShortcutsSchema) };
  const keywords = (parsed.data.status_query?.keywords ?? []).map((keyword) => keyword.trim());
  return { ok: true, keywords: [...new Set(keywords.filter((keyword) => keyword !== ''))] };
}
