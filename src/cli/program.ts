import { Argument, Command, type CommandOptions, Option } from 'commander';
import { SCAFFOLD_KINDS } from '../skills/scaffold-kinds.js';
import { throwing } from './command-line-error.js';
import type { Face } from './face.js';
import { givenText } from './given-text.js';
import { ROUND, seconds, wholeNumber } from './numbers.js';
import { addAgentCommands } from './program-agents.js';
import { SHELLS, type Shell } from './shells.js';
import { UnknownCommandError } from './unknown-command.js';
import type { CliWords } from './words/words.js';

/** Options that every command takes, before or after its name. */
export interface GlobalOptions {
  config?: string;
  state?: string;
  environment?: string;
  json?: boolean;
  lang?: 'zh' | 'en';
}

type Action = (face: Face) => Promise<number>;

/** How commands are put into the program. */
export interface ProgramParts {
  readonly program: Command;
  /** Adds a command with the global options. */
  add(parent: Command, name: string, description: string, how?: CommandOptions): Command;
  /** What a command does, given the face, its own options and its arguments. */
  on<Options extends object>(
    command: Command,
    handle: (face: Face, options: Options, args: string[]) => Promise<number>,
  ): Command;
  /** A command of commands. */
  group(name: string, description: string): Command;
}

/**
 * The commands and their options. `act` is called with the global options and what to do; commands load their code when they are
 * called, so that help costs none of it.
 */
export function buildProgram(
  words: CliWords,
  version: string,
  act: (globals: GlobalOptions, action: Action) => Promise<void>,
): Command {
  const program = new Command('environment-runtime');
  program
    .description(words.about)
    .usage('[global options] <command>')
    .version(version, '-V, --version', words.option.version)
    .helpOption('-h, --help', words.option.help)
    .helpCommand(false)
    .configureHelp({
      styleTitle: words.heading,
      optionDescription: described(words),
      argumentDescription: described(words),
    })
    .addHelpText('beforeAll', ({ command }) => {
      // Help of a command that is none would be that of the one above it.
      const [word] = command.args;
      if (command.commands.length > 0 && word !== undefined && !word.startsWith('-')) named(command, [word]);
      return '';
    })
    .addHelpText('after', `\n${words.usageHint}\n\n${words.exitCodes}`)
    .configureOutput({ writeErr: () => {} });
  throwing(program);
  addGlobals(program, words);

  /** Adds a command whose handler gets the face, its arguments and its own options. */
  const add = (parent: Command, name: string, description: string, how: CommandOptions = {}): Command => {
    const command = parent.command(name, how).description(description).helpOption('-h, --help', words.option.help);
    addGlobals(command, words);
    // A group takes any word, to say itself which there are; its commands would take after it.
    command.allowExcessArguments(false);
    return throwing(command.configureOutput({ writeErr: () => {} }));
  };
  const on = <Options extends object>(
    command: Command,
    handle: (face: Face, options: Options, args: string[]) => Promise<number>,
  ): Command =>
    command.action(async (...received: unknown[]) => {
      const self = received.at(-1) as Command;
      const args = self.processedArgs.flat().filter((arg): arg is string => typeof arg === 'string');
      const options = self.optsWithGlobals() as GlobalOptions & Options;
      await act(options, (face) => handle(face, options, args));
    });

  /** A command of commands: alone, or with a word that is none of them, it says which there are. */
  const group = (name: string, description: string): Command => {
    const command = add(program, name, description).usage('[options] <command>').allowExcessArguments(true);
    return command.action(() => {
      throw new UnknownCommandError(command.args[0] ?? null, command);
    });
  };

  const { option, command: said } = words;
  const run = add(program, 'run [text]', said.run, { isDefault: true });
  /** The default command is what every mistyped one ends up at: only where it is named is what stands there a request. */
  const runIsNamed = () => program.args[0] === run.name();
  program.hook('preSubcommand', (_program, command) => {
    if (command === run) run.allowExcessArguments(!runIsNamed());
  });
  run
    .hook('preAction', () => {
      if (run.args.length > 0 && !runIsNamed()) throw new UnknownCommandError(run.args[0] ?? null, program);
    })
    .option('--input <text>', option.input)
    .option('--interactive', option.interactive)
    .option('--new', option.new)
    .option('--again', option.again)
    .option('--wait [sec]', option.wait, seconds('--wait'));
  on<import('./commands/run.js').RunOptions>(run, async (face, { input, ...options }, [text]) =>
    (await import('./commands/run.js')).run(face, withText(options, givenText(text, input))),
  );

  const show = add(program, 'show', said.show)
    .option('--input <text>', option.showInput)
    .option('--round <n>', option.round, wholeNumber('--round', ROUND))
    .option('--trace', option.trace);
  on<import('./commands/show.js').ShowOptions>(show, async (face, options) =>
    (await import('./commands/show.js')).show(face, options),
  );

  const loadCases = () => import('./commands/cases.js');
  on<{ case?: string }>(
    withoutEnvironment(add(program, 'case', said.case)).option('--case <file>', option.case),
    async (face, options) => (await loadCases()).one(face, options.case),
  );
  on<{ casesDir?: string }>(
    withoutEnvironment(add(program, 'cases', said.cases)).option('--cases-dir <dir>', option.casesDir),
    async (face, options) => (await loadCases()).suite(face, options.casesDir),
  );

  on(add(program, 'status [run_id]', said.status), async (face, _options, [runId]) =>
    (await import('./commands/status.js')).status(face, runId ?? null),
  );
  on(add(program, 'collect', said.collect), async (face) => (await import('./commands/collect.js')).collect(face));

  const logs = add(program, 'logs <run_id>', said.logs)
    .addOption(new Option('--stream <name>', option.stream).choices(['stdout', 'stderr', 'events']).default('stdout'))
    .option('--range <a:b>', option.range)
    .option('--follow', option.follow);
  on<import('./commands/logs.js').LogsOptions>(logs, async (face, options, [runId = '']) =>
    (await import('./commands/logs.js')).logs(face, runId, options),
  );
  on(add(program, 'cancel <run_id>', said.cancel), async (face, _options, [runId = '']) =>
    (await import('./commands/cancel.js')).cancel(face, runId),
  );

  const route = add(program, 'route [text]', said.route)
    .option('--input <text>', option.routeInput)
    .option('--batch <file>', option.batch)
    .option('--explain', option.explain);
  on<import('./commands/route.js').RouteOptions>(route, async (face, { input, ...options }, [text]) =>
    (await import('./commands/route.js')).route(face, withText(options, givenText(text, input))),
  );

  const replay = add(program, 'replay <round>', said.replay).option('--policy <id>', option.replayPolicy);
  on<import('./commands/replay.js').ReplayCommandOptions>(replay, async (face, options, [round = '']) =>
    (await import('./commands/replay.js')).replay(face, options, round),
  );

  const policy = group('policy', said.policy);
  const loadPolicy = () => import('./commands/policy.js');
  on(add(policy, 'info', said.policyInfo), async (face) => (await loadPolicy()).info(face));
  on<{ samples?: string }>(
    add(policy, 'train', said.policyTrain).option('--samples <file>', option.samples),
    async (face, options) => (await loadPolicy()).train(face, options.samples),
  );
  on<{ samples?: string }>(
    add(policy, 'eval', said.policyEval).option('--samples <file>', option.samples),
    async (face, options) => (await loadPolicy()).evaluate(face, options.samples),
  );
  on(add(policy, 'list', said.policyList), async (face) => (await loadPolicy()).list(face));
  on(add(policy, 'use <id>', said.policyUse), async (face, _o, [id = '']) => (await loadPolicy()).use(face, id));
  on(add(policy, 'rollback', said.policyRollback), async (face) => (await loadPolicy()).rollback(face));
  on(add(policy, 'diff <a> <b>', said.policyDiff), async (face, _o, [before = '', after = '']) =>
    (await loadPolicy()).diff(face, before, after),
  );

  const environments = group('environments', said.environments);
  const loadEnvironments = () => import('./commands/environments.js');
  on(add(environments, 'list', said.environmentsList), async (face) => (await loadEnvironments()).list(face));
  on(add(environments, 'export <file>', said.environmentsExport), async (face, _o, [file = '']) =>
    (await loadEnvironments()).exportFile(face, file),
  );
  on(add(environments, 'import <file>', said.environmentsImport), async (face, _o, [file = '']) =>
    (await loadEnvironments()).importFile(face, file),
  );
  on(add(environments, 'delete', said.environmentsDelete), async (face) => (await loadEnvironments()).remove(face));

  const skills = group('skills', said.skills);
  const loadSkills = () => import('./commands/skills.js');
  on(add(skills, 'list', said.skillsList), async (face) => (await loadSkills()).list(face));
  on<{ fix?: boolean }>(add(skills, 'check', said.skillsCheck).option('--fix', option.fix), async (face, options) =>
    (await loadSkills()).check(face, options.fix === true ? 'fix' : 'report'),
  );
  on<{ kind: string }>(
    add(skills, 'new <name>', said.skillsNew).addOption(
      // Which it may be is said by whoever makes it, with the nearest one.
      new Option('--kind <kind>', option.kind)
        .choices(SCAFFOLD_KINDS)
        .argParser((kind) => kind)
        .default('workflow-python'),
    ),
    async (face, options, [name = '']) => (await loadSkills()).create(face, name, options.kind),
  );

  on(add(skills, 'trust <name>', said.skillsTrust), async (face, _o, [name = '']) =>
    (await loadSkills()).trust(face, name),
  );

  addAgentCommands({ program, words: words.agents, add, on, group });

  on<{ olderThan: string }>(
    add(program, 'prune', said.prune).requiredOption('--older-than <age>', option.olderThan),
    async (face, options) => (await import('./commands/prune.js')).prune(face, options.olderThan),
  );
  const init = add(program, 'init [dir]', said.init)
    .option('--command <text>', option.checks)
    .option('--say <text>', option.say, (text: string, before: string[] = []) => [...before, text])
    .option('--project <dir>', option.project)
    .option('--name <name>', option.name)
    .option('--yes', option.yes);
  on<import('./commands/init.js').InitOptions>(init, async (face, options, [dir = '.']) =>
    (await import('./commands/init.js')).init(face, dir, options),
  );
  on(add(program, 'doctor', said.doctor), async (face) => (await import('./commands/doctor.js')).doctor(face));
  const completion = add(program, 'completion', said.completion);
  completion.addArgument(new Argument('<shell>', option.shell).choices(SHELLS));
  on(completion, async (face, _o, [shell]) =>
    (await import('./commands/completion.js')).completion(face, shell as Shell, program, run),
  );
  add(program, 'help [command...]', said.help).action(() => {
    const words_ = program.args.slice(1).filter((word) => !word.startsWith('-'));
    named(program, words_).outputHelp();
  });
  return program;
}

/** Descriptions with their notes in the language of the help. */
function described({ notes }: CliWords): (what: Option | Argument) => string {
  return ({ description, argChoices, defaultValue }) =>
    `${description}${notes(argChoices ?? [], typeof defaultValue === 'string' ? defaultValue : null)}`;
}

function withText<Options extends object>(options: Options, input: string | undefined): Options & { input?: string } {
  return input === undefined ? options : { ...options, input };
}

/** The command that words lead to: `environments export`. */
function named(program: Command, words: readonly string[]): Command {
  let found = program;
  for (const word of words) {
    const next = found.commands.find((command) => command.name() === word);
    if (next === undefined) throw new UnknownCommandError(word, found);
    found = next;
  }
  return found;
}

/** A command that works in an Environment of its own offers no other; given all the same, it is refused where it is carried out. */
function withoutEnvironment(command: Command): Command {
  for (const option of command.options) if (option.long === '--environment') option.hideHelp();
  return command;
}

function addGlobals(command: Command, { option }: CliWords): void {
  command
    .option('--config <file>', option.config)
    .option('--state <file>', option.state)
    .option('--environment <name>', option.environment)
    .option('--json', option.json)
    .addOption(new Option('--lang <language>', option.lang).choices(['zh', 'en']));
}
