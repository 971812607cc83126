import type { Config } from './config.js';
import { ConfigInvalidError, ConfigMissingError } from './errors.js';
import { readYamlFile } from './load-config.js';

/** The user's own ways to ask how things stand: they become examples of the type `status`. None where the file is not there. */
export async function readStatusKeywords(config: Config): Promise<string[]> {
  const file = config.runtime.intent_shortcuts_config;
  try {
    const source = await readYamlFile(file);
    const { checkIntentShortcuts } = await import('./check-intent-shortcuts.js');
    const checked = checkIntentShortcuts(source);
    if (!checked.ok) throw new ConfigInvalidError(file, checked.problems);
    return checked.keywords;
  } catch (error) {
    if (error instanceof ConfigMissingError) return [];
    throw error;
  }
}
