import { type Fields, fields, type OfferedTool } from './format.js';

/** What agents call the tool that runs a command line. */
const NAMES = [
  'exec_command',
  'shell_command',
  'shell',
  'local_shell',
  'Bash',
  'bash',
  'run_shell_command',
  'execute',
  'exec',
  'terminal',
  'run',
];
const COMMAND_FIELDS = ['command', 'cmd', 'script', 'code'];

/** A call of the shell that an agent offers, every required field filled in; null where it offers none. */
export function shellCall(tools: readonly OfferedTool[], command: string): { tool: string; input: Fields } | null {
  const tool = NAMES.map((name) => tools.find((one) => one.name === name)).find((one) => one !== undefined);
  if (tool === undefined) return null;
  const properties = fields(tool.schema.properties);
  const field = COMMAND_FIELDS.find((name) => name in properties) ?? 'command';
  const required = Array.isArray(tool.schema.required) ? tool.schema.required.map(String) : [];
  const input = Object.fromEntries([...new Set([field, ...required])].map((name) => [name, value(name)]));
  return { tool: tool.name, input };

  function value(name: string): unknown {
    const schema = fields(properties[name]);
    if (name === field) return schema.type === 'array' ? ['bash', '-lc', command] : command;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    if (schema.type === 'number' || schema.type === 'integer') return 120_000;
    if (schema.type === 'boolean') return false;
    if (schema.type === 'array') return [];
    return schema.type === 'object' ? {} : 'a scripted call';
  }
}
