import type { ProcessId } from '../processes/identity.js';
import { Bindings, type SessionEvent } from './bindings.js';
import type { StateCodec } from './conversation.js';
import type { RunExit, StopReason } from './driver.js';
import { isTerminal, type RuntimeEvent, type TerminalEvent, type Usage } from './events.js';
import type { InvocationResult } from './invocation.js';
import { type InvocationPaths, type PrivateLog, writeAnswer } from './invocation-files.js';
import type { Beginning, Ledger } from './ledger.js';
import { type Logged, logLine } from './log-line.js';
import type { Redactor } from './redact/redact.js';
import { Speech, type Spoken } from './speech.js';
import { decide, type Ending, type Fact, isSettled, type RecordedFact } from './terminal.js';

export interface RecorderParts {
  readonly beginning: Beginning;
  readonly ledger: Ledger;
  readonly paths: InvocationPaths;
  readonly log: PrivateLog;
  readonly redactor: Redactor;
  readonly codec: StateCodec | null;
  /** Must not throw. */
  readonly publish: (event: RuntimeEvent) => void;
}

/**
 * Writes down what happens to one begun invocation, one step after the other, and publishes each once it is written. A step that
 * cannot be written is the last: from then on there is no success, whatever else comes.
 */
export class Recorder {
  /** Resolves when the end is stored and published. */
  readonly result: Promise<InvocationResult>;
  readonly #parts: RecorderParts;
  readonly #facts: RecordedFact[] = [];
  readonly #bindings: Bindings;
  readonly #speech: Speech;
  readonly #ended: (result: InvocationResult) => void;
  #last: Promise<void> = Promise.resolve();
  #step = 0;
  #lines = 0;
  #over = false;
  readonly #halting = new AbortController();
  #usage: Usage | null = null;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#bindings = new Bindings(parts);
    this.#speech = new Speech(parts.redactor);
    let ended: (result: InvocationResult) => void = () => {};
    this.result = new Promise((resolve) => {
      ended = resolve;
    });
    this.#ended = ended;
  }

  /** Aborted, with a StopReason, when the run is to be ended: it cannot be recorded, or may not go on. */
  get halted(): AbortSignal {
    return this.#halting.signal;
  }

  /** The session reported last, and what is needed to continue it. */
  get session(): Pick<Bindings, 'session' | 'conversation'> {
    return this.#bindings;
  }

  launched(process: ProcessId): Promise<void> {
    const { ledger, beginning } = this.#parts;
    return this.#next(async () => {
      await ledger.launched(beginning.id, process, new Date());
    });
  }

  event(event: RuntimeEvent): Promise<void> {
    return this.#next(async () => {
      if (this.#over) return;
      if (event.type === 'text' || event.type === 'thinking') return this.#spoken(this.#speech.push(event));
      await this.#spoken(this.#speech.flush());
      if (isTerminal(event)) this.#add({ kind: 'terminal', event });
      else if (event.type === 'session') await this.#bind(event);
      else {
        if (event.type === 'usage') this.#usage = event.usage;
        await this.#logged(this.#parts.redactor.value(event) as RuntimeEvent);
      }
    });
  }

  /** Its run was asked to stop. The first reason counts. */
  interrupted(reason: Exclude<StopReason, 'recording_failed'>): Promise<void> {
    return this.#next(async () => {
      if (this.#over || this.#facts.some(({ kind }) => kind === 'interrupted')) return;
      this.#add({ kind: 'interrupted', reason });
      await this.#spoken(this.#speech.flush());
      await this.#write({ interrupted: reason });
    });
  }

  /** The run is over, and nothing comes after it. Resolves when the log is closed. */
  exit(exit: RunExit): Promise<void> {
    return this.#next(async () => {
      const { redactor, log } = this.#parts;
      this.#add({ kind: 'exit', exit });
      try {
        if (!this.#over) await this.#spoken(this.#speech.flush());
        await this.#write({ exit: redactor.value(exit) });
      } catch (error) {
        this.#fail(error, this.#step);
      }
      await this.#settle();
      await log.close();
    });
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      this.#step += 1;
      try {
        await work();
      } catch (error) {
        this.#fail(error, this.#step);
      }
      await this.#settle();
    });
    return this.#last;
  }

  /** The first of a kind counts. */
  #add(fact: Fact): void {
    if (this.#facts.some(({ kind }) => kind === fact.kind)) return;
    this.#facts.push({ ...fact, step: this.#step });
  }

  #fail(error: unknown, step: number): void {
    const text = error instanceof Error ? error.message : String(error);
    const message = this.#parts.redactor.error(`It could not be recorded: ${text}`);
    const known = this.#facts.findIndex(({ kind }) => kind === 'recording_failed');
    const fact = { kind: 'recording_failed', message, step } as const;
    if (known === -1) this.#facts.push(fact);
    // An end that could not be stored is the failure that counts.
    else if (step < (this.#facts[known]?.step ?? 0)) this.#facts[known] = fact;
    this.#halt('recording_failed');
  }

  #halt(reason: StopReason): void {
    if (!this.#over) this.#halting.abort(reason);
  }

  get #latched(): boolean {
    return this.#facts.some(({ kind }) => kind === 'recording_failed');
  }

  async #spoken(pieces: readonly Spoken[]): Promise<void> {
    for (const { type, forRecord, forReader } of pieces) {
      if (forRecord !== '') await this.#write({ event: { type, text: forRecord } });
      if (forReader !== '' && !this.#latched) this.#parts.publish({ type, text: forReader });
    }
  }

  async #logged(event: RuntimeEvent): Promise<void> {
    await this.#write({ event });
    if (!this.#latched) this.#parts.publish(event);
  }

  async #write(entry: Logged): Promise<void> {
    this.#lines += 1;
    await this.#parts.log.append(logLine(this.#lines, new Date(), entry));
  }

  async #bind(event: SessionEvent): Promise<void> {
    const bound = await this.#bindings.report(event);
    if (bound.isNews) await this.#logged(event);
    if (bound.refusal === null) return;
    this.#add({ kind: 'terminal', event: { type: 'failed', error: bound.refusal } });
    this.#halt('cancelled');
  }

  async #settle(): Promise<void> {
    if (this.#over || !isSettled(this.#facts)) return;
    const result = (await this.#finish()) ?? (await this.#finish()) ?? this.#unstored();
    this.#over = true;
    this.#parts.publish(terminalOf(result));
    this.#ended(result);
  }

  /** Stores the end; null where that failed, which is a new fact of the deciding step. */
  async #finish(): Promise<InvocationResult | null> {
    const { beginning, ledger, log, paths } = this.#parts;
    const result = this.#result(decide(this.#facts));
    const { status, error, usage, session } = result;
    const isVerified = status === 'completed' && session?.relation === 'continued';
    const verified = isVerified ? { runtimeId: beginning.request.runtimeId, sessionId: session.id } : null;
    try {
      if (result.content !== null) await writeAnswer(paths, result.content);
      await log.sync();
      const stored = await ledger.finish(beginning.id, {
        ...{ status, error, usage, verified },
        removed: status === 'completed' && beginning.request.surface === 'cleanup',
        at: new Date(),
      });
      return stored === status || this.#latched ? result : this.#result(ENDED_ELSEWHERE);
    } catch (failure) {
      this.#fail(failure, Math.min(...this.#facts.map(({ step }) => step)));
      return null;
    }
  }

  /** Its row is pending still, and is closed by the next start-up that finds its recorder gone. */
  #unstored(): InvocationResult {
    return this.#result(decide(this.#facts));
  }

  #result(ending: Ending | null): InvocationResult {
    const { beginning, redactor } = this.#parts;
    const common = { invocationId: beginning.id, session: this.#bindings.session, usage: this.#usage };
    if (ending === null) throw new TypeError('an invocation without a fact about its end has ended');
    if (ending.status === 'completed') {
      return { ...common, status: 'completed', content: redactor.known(ending.content), error: null };
    }
    const { code, message } = ending.error;
    const error = { ...ending.error, code: redactor.text(code).slice(0, 100), message: redactor.error(message) };
    return { ...common, status: ending.status, content: null, error };
  }
}

const ENDED_ELSEWHERE: Ending = {
  status: 'failed',
  error: {
    code: 'ENDED_ELSEWHERE',
    class: 'recording',
    message: 'Another process has taken this call for lost and closed its record.',
    outcome: 'unknown',
  },
};

function terminalOf({ content, error }: InvocationResult): TerminalEvent {
  if (error !== null) return { type: 'failed', error };
  return { type: 'completed', content: content ?? '' };
}
