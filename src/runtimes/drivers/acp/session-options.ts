import type { Permissions } from '../../channel.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, listAt, textAt } from '../json-fields.js';

/** One request that sets something of a session before its first prompt. */
export interface SessionSetting {
  readonly method: 'session/set_mode' | 'session/set_model' | 'session/set_config_option';
  readonly params: Readonly<Record<string, string>>;
}

export interface WantedSettings {
  readonly permissions: Permissions;
  readonly model: string | null;
  readonly reasoningEffort: string | null;
}

/** The modes of the agents in use, best first. One that asks for nothing stands last: what it does ask for is answered by the channel. */
const MODES: Readonly<Record<Permissions, readonly string[]>> = {
  'read-only': ['read-only', 'plan'],
  'workspace-write': [
    'workspace-write',
    'acceptEdits',
    'autoEdit',
    'auto-edit',
    'agent',
    'auto',
    'accept_edits',
    'build',
    'default',
  ],
  full: ['agent-full-access', 'full-access', 'danger-full-access', 'bypassPermissions', 'yolo', 'dont_ask'],
};

/**
 * What must be set in a session that was just opened, read from the agent's answer: permissions as a mode, model, reasoning effort.
 * What the agent has no switch for is refused: a setting must never silently do nothing.
 */
export function settingsFor(
  sessionId: string,
  opened: unknown,
  wanted: WantedSettings,
): readonly SessionSetting[] | RuntimeFailure {
  const settings: SessionSetting[] = [];
  const mode = modeSetting(sessionId, opened, wanted.permissions);
  if ('code' in mode) return mode;
  if (mode.setting !== null) settings.push(mode.setting);
  if (wanted.model !== null) {
    const setting = modelSetting(sessionId, opened, wanted.model);
    if (setting === null)
      return unsupported('MODEL_UNSUPPORTED', `this agent offers no choice of models: ${wanted.model}`);
    settings.push(setting);
  }
  if (wanted.reasoningEffort !== null) {
    const setting = optionSetting(sessionId, opened, 'thought_level', wanted.reasoningEffort);
    if (setting === null) {
      return unsupported(
        'REASONING_EFFORT_UNSUPPORTED',
        `this agent offers no reasoning effort called ${wanted.reasoningEffort}`,
      );
    }
    settings.push(setting);
  }
  return settings;
}

function modeSetting(
  sessionId: string,
  opened: unknown,
  permissions: Permissions,
): { setting: SessionSetting | null } | RuntimeFailure {
  const modes = listAt(opened, 'modes', 'availableModes').map((mode) => textAt(mode, 'id'));
  const option = optionOf(opened, 'mode');
  const offered = modes.length > 0 ? modes : option === null ? [] : valuesOf(option);
  const chosen = MODES[permissions].find((mode) => offered.includes(mode));
  if (chosen === undefined) {
    // Full needs no mode: whatever the agent asks for is allowed. The default needs none either: whatever it asks is asked.
    if (permissions !== 'read-only') return { setting: null };
    return unsupported('PERMISSIONS_UNSUPPORTED', 'this agent has no mode in which it only reads');
  }
  const current = textAt(opened, 'modes', 'currentModeId') ?? textAt(option, 'currentValue');
  if (current === chosen) return { setting: null };
  if (modes.length > 0) return { setting: { method: 'session/set_mode', params: { sessionId, modeId: chosen } } };
  return { setting: optionSetting(sessionId, opened, 'mode', chosen) };
}

function modelSetting(sessionId: string, opened: unknown, model: string): SessionSetting | null {
  if (optionOf(opened, 'model') !== null)
    return optionSetting(sessionId, opened, 'model', model, 'whether listed or not');
  if (at(opened, 'models') === undefined) return null;
  return { method: 'session/set_model', params: { sessionId, modelId: model } };
}

/** Models are not always all listed: the agent's answer decides. */
function optionSetting(
  sessionId: string,
  opened: unknown,
  category: string,
  value: string,
  which: 'listed only' | 'whether listed or not' = 'listed only',
): SessionSetting | null {
  const option = optionOf(opened, category);
  const configId = textAt(option, 'id');
  if (configId === null) return null;
  if (which === 'listed only' && !valuesOf(option).includes(value)) return null;
  return { method: 'session/set_config_option', params: { sessionId, configId, value } };
}

function optionOf(opened: unknown, category: string): unknown {
  return listAt(opened, 'configOptions').find((option) => at(option, 'category') === category) ?? null;
}

/** Options may stand in groups. */
function valuesOf(option: unknown): readonly (string | null)[] {
  return listAt(option, 'options').flatMap((one) => [
    textAt(one, 'value'),
    ...listAt(one, 'options').map((inner) => textAt(inner, 'value')),
  ]);
}

function unsupported(code: string, message: string): RuntimeFailure {
  return { code, class: 'unsupported', message };
}
