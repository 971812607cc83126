import { AGENT_WORDS_EN } from './agent-words-en.js';
import { apart } from './apart.js';
import type { CliWords } from './words.js';

export const EN: CliWords = {
  agents: AGENT_WORDS_EN,
  about:
    'Runs the deterministic engineering work of a team from plain sentences: picks the right script, starts it once, reports what really came out.',
  usageHint: 'Run a command with --help for its options. Without a command: run.',
  exitCodes: `Exit codes:
  0    ok (also: it runs, without --wait)
  1    the task failed, or its verdict is failed; the agent failed or took too long
  2    usage or configuration
  3    the Environment is busy
  4    an answer is needed and nobody is there to give it
  5    still running when --wait ran out
  130  interrupted`,
  heading: (title) => title,
  notes: (choices, standard) => {
    const notes = [
      ...(choices.length > 0 ? [choices.join(', ')] : []),
      ...(standard === null ? [] : [`default: ${standard}`]),
    ];
    return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  },
  option: {
    config: 'configuration file (default: configs/graph.yaml, found upwards; else built-in defaults)',
    state: 'database file (default: paths.state of the configuration)',
    environment: 'the conversation to work in',
    json: 'print one JSON value on stdout',
    lang: 'language of replies and help',
    version: 'print the version',
    help: 'show help',
    input: 'the request, in Chinese or English; - reads it from stdin',
    interactive: 'stay as a conversation',
    new: 'work in a fresh Environment and print its name',
    again: 'start a new job even where an identical one runs',
    wait: 'stay until the job has ended and is filled in, at most SEC seconds',
    showInput: 'run this request first; - reads it from stdin',
    round: 'show one round, folded or not, with its decisions',
    trace: 'with the track of every task and why each route was taken',
    case: 'JSON file of one case',
    casesDir: 'folder of case files (default: paths.cases_dir)',
    stream: 'which output',
    range: 'bytes A (included) to B (excluded); either may be left out',
    follow: 'stay until the job has ended',
    routeInput: 'the request to decide on; - reads it from stdin',
    replayPolicy: 'decide with this policy, named by its first digits (default: the one in use)',
    batch: 'JSONL file of {id?, text}; prints one JSON line for each',
    explain: 'say which words decided',
    fix: 'move keys that are not standard into metadata',
    kind: 'what it shall be',
    olderThan: 'age, for example 12h, 7d or 4w',
    samples: 'JSONL file of samples in the format of assets/protocol/manual_protocol_v1',
    shell: 'the shell',
    checks: 'the command that checks your work, as "npm test"; started without a shell',
    say: 'what people say when they want it run; may be given several times',
    project: 'the folder the work is done in, seen from DIR (default: DIR)',
    name: 'the name of the package (default: from the command)',
    yes: 'ask nothing: what is not given is found out',
  },
  command: {
    run: 'one round for --input, or a conversation (the default command)',
    show: 'the trajectory of an Environment: requests, tasks, replies, and why',
    case: 'play one case in a fresh Environment and check what it expects',
    cases: 'play a folder of cases and sum up',
    status: 'what is under way: alive or only recorded, since when, how far',
    collect: 'fill in everything that has ended',
    logs: 'the output of a job, byte for byte',
    cancel: 'stop a job and confirm that it is gone',
    route: 'decide only: nothing is stored or started',
    replay: 'decide a stored round again with the policy of today; nothing is stored or started',
    policy: 'the embedded policy: what decides without a model',
    policyInfo: 'which one decides, what it was trained on, how well it does',
    policyTrain: 'train it anew on the data of this project and keep the result',
    policyEval: 'decide samples with it and count what was right (default: the frozen holdout)',
    policyList: 'those there are',
    policyUse: 'let this one decide from now on',
    policyRollback: 'back to the one before',
    policyDiff: 'what two of them decide differently',
    environments: 'list, export, import or delete Environments',
    environmentsList: 'all Environments',
    environmentsExport: 'write environment.json, and the archive of folded rounds beside it',
    environmentsImport: 'read an environment.json (and the archive beside it) into a new Environment',
    environmentsDelete: 'delete an Environment with everything it holds',
    skills: 'task types and skills: list, check, new, trust',
    skillsList: 'what can be routed to',
    skillsCheck: 'every package, with file, line and what to do',
    skillsNew: 'write a working package to start from',
    skillsTrust: 'let the scripts of a skill be called as they are now',
    prune: 'remove files of finished and reported work',
    init: 'put plain words before a command of yours: a configuration, one package, and a first run',
    doctor: 'what is configured, what works, and what to do about the rest',
    completion: "print a script that completes this program's command lines in a shell",
    help: 'help for a command',
  },
  nothingUnderWay: 'Nothing is under way.',
  nothingCollected: 'Nothing new has ended.',
  noEnvironments: 'There is no Environment yet. The first request creates one: environment-runtime run --input "…"',
  trust: { trusted: 'scripts trusted', changed: 'changed, not trusted', untrusted: 'scripts not trusted' },
  trusted: (name, hash) =>
    `${name} is trusted as it is now (${hash}): its scripts may be called until anything in it changes.`,
  severity: { error: 'error: ', warning: 'warning: ' },
  noProblems: 'All packages are in order.',
  goesOn: (runId) => `Stopped waiting; ${runId} goes on. See it with: environment-runtime status ${runId}`,
  stillRunning: (runId, seconds) =>
    `${runId} is still running after ${seconds} s. It goes on; environment-runtime status ${runId} shows how far it is.`,
  freshEnvironment: (name) => `Environment: ${name}`,
  exported: (file, rounds, archive, archived) =>
    `Wrote ${counted(rounds, 'round')} to ${file}${archive === null ? '' : ` and ${counted(archived, 'folded one')} to ${archive}`}.`,
  imported: (name, rounds, lost) =>
    `Environment ${name} now holds ${counted(rounds, 'round')}.${lost === 0 ? '' : ` Marked lost, since they were running elsewhere: ${counted(lost, 'task')}.`}`,
  deleted: (name) => `Environment ${name} is deleted.`,
  pruned: (jobs, runs) => `Removed the files of ${counted(jobs, 'job')} and ${counted(runs, 'round')}.`,
  created: (path) => `Created ${path}`,
  fixed: (count) => `Fixed ${counted(count, 'file')}.`,
  suiteSummary: (passed, failed, notRun, tokens) =>
    `${passed} passed, ${failed} failed${notRun === 0 ? '' : `, ${notRun} not run`}; ${tokens ?? 'unknown'} tokens.`,
  init: {
    intro:
      'Three questions; Enter takes what stands in brackets. Then two files are written and the command is run once.',
    askCommand: 'Which command checks your work?',
    askSentence: 'What do people say when they want that?',
    askProject: 'In which folder is the work?',
    routed: (type, found, threshold) =>
      `${type === null ? '→ not sure which one is meant' : `→ ${type}`}  (${confidence(found, threshold)})`,
    next: (input, examples) =>
      input === null
        ? `The sentence does not lead to the new package, so nothing was run. Add what your team says to ${examples}, then look:
  environment-runtime route --input "…" --explain`
        : `Next:
  environment-runtime run --input "how did it go?"
  environment-runtime run                      a conversation; /help lists its commands
  environment-runtime skills new NAME          one more package, in Python or shell
  environment-runtime doctor                   what is configured, and what to do about the rest
What your team says goes into ${examples}.`,
  },
  conversation: {
    welcome:
      'Say what you want done, in Chinese or English. /help lists commands; Ctrl-D leaves, and what runs goes on.',
    leaving: 'Ctrl-C once more leaves, as Ctrl-D does; what runs goes on. /cancel stops a job.',
    bye: 'Bye. What runs goes on.',
    prompt: '› ',
    help: `Anything that does not start with a slash is a request. A line that ends in \\ goes on in the next one;
what is pasted is put into the line, breaks and all (⏎), and sent with Enter.
  /status [RUN]   what is under way, or one job
  /cancel [RUN]   stop a job (the only one, when no RUN is given)
  /show [ROUND]   the conversation so far, or one round of it
  /why [ROUND]    how a round was decided: candidates, scores, threshold, every step
  /approve [ID]   allow what an agent asks for, once (y where the prompt asks)
  /deny [ID]      refuse it (n)
  /quit           leave (also Ctrl-D); what runs goes on
Ctrl-C stops what an answer waits for, else drops the line you are typing; with nothing typed, a second Ctrl-C leaves.`,
    unknown: (name, near) =>
      `There is no ${name}.${near === null ? '' : ` Did you mean ${near}?`} /help lists the commands.`,
  },
  column: {
    environment: 'ENVIRONMENT',
    rounds: 'ROUNDS',
    running: 'RUNNING',
    updated: 'UPDATED',
    run: 'RUN',
    type: 'TYPE',
    state: 'STATE',
    since: 'SINCE',
    progress: 'PROGRESS',
    score: 'SCORE',
    name: 'NAME',
    kind: 'KIND',
    source: 'FROM',
    description: 'DESCRIPTION',
    examples: 'EXAMPLES',
    launches: 'RUNS',
    stage: 'stage',
    accuracy: 'accuracy',
    bucket: 'bucket',
    count: 'count',
  },
  jobStatus: {
    queued: 'queued',
    running: 'running',
    succeeded: 'succeeded',
    failed: 'failed',
    timed_out: 'timed out',
    cancelled: 'cancelled',
    lost: 'lost',
  },
  verdict: { passed: 'passed', failed: 'failed', error: 'error' },
  unit: (unit) => unit,
  source: { bundled: 'bundled', user: 'user', shipped: 'shipped', own: 'own' },
  runs: {
    workflow: 'workflow',
    command: 'command',
    sync: 'sync',
    pyskill: 'pyskill',
    agent: 'agent',
    'built-in': 'built-in',
    text: 'text',
  },
  halted: (pid, work) => `supervisor ${pid} halted${work === 'ended' ? ', work ended' : ''}`,
  alive: { yes: 'alive', no: 'only recorded', elsewhere: 'on another host' },
  waitsForAnswer: 'waits for an answer',
  routeTaken: (type) => `→ ${type}`,
  routeAsked: '→ asks which one is meant',
  routeRefused: '→ refused by the gates',
  routeObserves: (tool) => `→ observe ${tool}`,
  confidence,
  aside: (parts) => `  (${parts.join(', ')})`,
  policyDecides: (id) => `${id} decides from now on.`,
  trainingBegins: 'Training takes minutes. Ctrl-C ends it; nothing is left behind then.',
  trainingInterrupted: 'Training was interrupted. Nothing was kept.',
  policyKept: (id) => `Kept as ${id}. \`policy use ${id}\` lets it decide.`,
  evaluated: (count, target, exact, asked) =>
    `${target} right of ${count} (${exact} with arguments, without the equivalence); ${asked} would have been asked about.`,
  equivalence:
    'Counted as equal: observe build_context_view and status, when something runs or has just run (both tell how things stand).',
  differences: (fixed, regressed, count) => `Of ${count}: ${fixed} fixed, ${regressed} regressed.`,
  speaksFor: (reasons) => `for: ${reasons.join('; ')}`,
  speaksAgainst: (reasons) => `against: ${reasons.join('; ')}`,
};

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A threshold of 0 is none, and nothing reaches one of 1: what else was found out has settled it. */
function confidence(found: number, threshold: number): string {
  const [one, other] = apart(found, threshold);
  if (threshold <= 0) return `confidence ${one}, none needed`;
  if (threshold >= 1) return `confidence ${one}, asked in any case`;
  return `confidence ${one}, threshold ${other}`;
}
