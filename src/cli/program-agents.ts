import { Argument, Option } from 'commander';
import { RUNTIME_IDS, type RuntimeId } from '../runtimes/catalog.js';
import type { InvokeOptions } from './commands/invoke.js';
import { timeLimit, wholeNumber } from './numbers.js';
import type { ProgramParts } from './program.js';
import type { AgentWords } from './words/agent-words.js';

/** The commands of agents. As all others they load their code when they are called. */
export function addAgentCommands(parts: ProgramParts & { readonly words: AgentWords }): void {
  const { program, words, add, on } = parts;
  const { command: said, option } = words;

  on(add(program, 'runtimes', said.runtimes), async (face) => (await import('./commands/runtimes.js')).runtimes(face));
  addChannels(parts);
  addAgents(parts);

  const invoke = add(program, 'invoke', said.invoke)
    .option('--agent <id>', option.agent)
    .option('--prompt <text>', option.prompt)
    .option('--resume <session>', option.resume)
    .option('--require-resume', option.requireResume)
    .option('--work-dir <dir>', option.workDir)
    .option('--timeout <sec>', option.timeout, timeLimit('--timeout'))
    .option('--events', option.events);
  on<InvokeOptions>(invoke, async (face, options) => (await import('./commands/invoke.js')).invoke(face, options));

  addRecords(parts);
}

function addChannels({ group, words, add, on }: Parameters<typeof addAgentCommands>[0]): void {
  const { command: said, option } = words;
  const channels = group('channels', said.channels);
  const load = () => import('./commands/channels.js');
  on(add(channels, 'list', said.channelsList), async (face) => (await load()).list(face));
  on(
    add(channels, 'add', said.channelsAdd).addArgument(new Argument('<file>', option.channelFile)),
    async (face, _o, [file = '']) => (await load()).addFrom(face, file),
  );
  on(add(channels, 'show <id>', said.channelsShow), async (face, _o, [id = '']) => (await load()).show(face, id));
  on(
    add(channels, 'edit <id>', said.channelsEdit).addArgument(new Argument('<file>', option.channelPatch)),
    async (face, _o, [id = '', file = '']) => (await load()).editFrom(face, id, file),
  );
  on(add(channels, 'test <id>', said.channelsTest), async (face, _o, [id = '']) => (await load()).test(face, id));
  on<{ withManaged?: boolean }>(
    add(channels, 'remove <id>', said.channelsRemove).option('--with-managed', option.withManaged),
    async (face, { withManaged }, [id = '']) =>
      (await load()).remove(face, id, withManaged === true ? 'with-managed' : 'alone'),
  );
  on(
    add(channels, 'import', said.channelsImport).addArgument(
      new Argument('<runtime>', option.importedRuntime).choices(RUNTIME_IDS),
    ),
    async (face, _o, [runtime = '']) => (await load()).importFrom(face, runtime as RuntimeId),
  );
}

function addAgents({ group, words, add, on }: Parameters<typeof addAgentCommands>[0]): void {
  const { command: said, option } = words;
  const agents = group('agents', said.agents);
  const load = () => import('./commands/agents.js');
  on(add(agents, 'list', said.agentsList), async (face) => (await load()).list(face));
  on(
    add(agents, 'add', said.agentsAdd).addArgument(new Argument('<file>', option.agentFile)),
    async (face, _o, [file = '']) => (await load()).addFrom(face, file),
  );
  on(add(agents, 'show <id>', said.agentsShow), async (face, _o, [id = '']) => (await load()).show(face, id));
  on(
    add(agents, 'edit <id>', said.agentsEdit).addArgument(new Argument('<file>', option.agentPatch)),
    async (face, _o, [id = '', file = '']) => (await load()).editFrom(face, id, file),
  );
  on(add(agents, 'remove <id>', said.agentsRemove), async (face, _o, [id = '']) => (await load()).remove(face, id));
}

/** What was done: invocations, sessions, approvals. */
function addRecords({ group, words, add, on }: Parameters<typeof addAgentCommands>[0]): void {
  const { command: said, option } = words;
  const invocations = group('invocations', said.invocations);
  const loadInvocations = () => import('./commands/invocations.js');
  on<{ limit?: number }>(
    add(invocations, 'list', said.invocationsList).option('--limit <n>', option.limit, wholeNumber('--limit')),
    async (face, { limit }) => (await loadInvocations()).list(face, limit),
  );
  on<{ events?: boolean }>(
    add(invocations, 'show <id>', said.invocationsShow).option('--events', option.shownEvents),
    async (face, { events }, [id = '']) =>
      events === true ? (await loadInvocations()).events(face, id) : (await loadInvocations()).show(face, id),
  );

  const sessions = group('sessions', said.sessions);
  const loadSessions = () => import('./commands/sessions.js');
  on<{ limit?: number }>(
    add(sessions, 'list', said.sessionsList).option('--limit <n>', option.limit, wholeNumber('--limit')),
    async (face, { limit }) => (await loadSessions()).list(face, limit),
  );
  on<{ runtime?: string }>(
    add(sessions, 'delete <id>', said.sessionsDelete).addOption(
      new Option('--runtime <runtime>', option.runtime).choices(RUNTIME_IDS),
    ),
    async (face, { runtime }, [id = '']) => (await loadSessions()).remove(face, id, runtime),
  );

  const approvals = group('approvals', said.approvals);
  const loadApprovals = () => import('./commands/approvals.js');
  on<{ all?: boolean }>(add(approvals, 'list', said.approvalsList).option('--all', option.all), async (face, { all }) =>
    (await loadApprovals()).list(face, all === true ? 'all' : 'waiting'),
  );
  on(add(approvals, 'approve <id>', said.approvalsApprove), async (face, _o, [id = '']) =>
    (await loadApprovals()).answer(face, id, 'approved'),
  );
  on(add(approvals, 'deny <id>', said.approvalsDeny), async (face, _o, [id = '']) =>
    (await loadApprovals()).answer(face, id, 'denied'),
  );
}
