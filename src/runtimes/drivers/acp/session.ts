import type { StopReport } from '../../../processes/stop.js';
import { EventQueue } from '../../command-line/event-queue.js';
import { failed, howItEnded, type Line, rawLine } from '../../command-line/line-mapper.js';
import type { InteractiveSession, RunExit, SessionSnapshot, StopReason, Turn, TurnCall } from '../../driver.js';
import { isTerminal, type RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { at } from '../json-fields.js';
import { type AgentCommand, AgentProcess } from './agent-process.js';
import { type Opened, openSession, type SessionWanted } from './open-session.js';
import { answerOf, decidedBy, readPermissionRequest } from './permission.js';
import { TurnMapper } from './updates.js';

export interface AcpPlan extends AgentCommand {
  readonly wanted: SessionWanted;
  /** Said before the first prompt. */
  readonly developerInstructions: string | null;
  /** What else is needed to continue the session, told with its id. */
  readonly state?: Readonly<Record<string, string>>;
  /** Removes what was made for this run; called once, when the process is gone. Must not reject. */
  cleanup?(): Promise<void>;
}

/** How long an agent may take to end a turn that was cancelled. */
const CANCEL_MS = 5_000;
/** Of what is said before the first turn, no more is kept. */
const MOST_EARLY = 100;
const INTERRUPTED: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

/** A turn that waits, runs, or has ended. */
interface OpenTurn {
  readonly call: TurnCall;
  readonly queue: EventQueue<RuntimeEvent>;
  readonly mapper: TurnMapper;
  readonly cancelled: AbortController;
  readonly over: Promise<void>;
  finish(): void;
  /** Its session's id was told. */
  told: boolean;
  /** What comes before the prompt is what a loaded session held before. */
  prompted: boolean;
  ended: boolean;
}

/** Turns of one session with one agent process, one at a time. */
export class AcpSession implements InteractiveSession {
  readonly #plan: AcpPlan;
  readonly #agent: AgentProcess;
  readonly #waiting: OpenTurn[] = [];
  readonly #gone: Promise<RunExit>;
  readonly #opened: Promise<Opened>;
  #running: OpenTurn | null = null;
  #sessionId: string | null = null;
  #working = false;
  #instructed = false;
  #exited = false;
  #detached: Promise<StopReport> | null = null;
  /** Why no turn can run any more. */
  #dead: RuntimeFailure | null = null;
  /** What happened before the first turn. */
  readonly #early: RuntimeEvent[] = [];

  constructor(plan: AcpPlan) {
    this.#plan = plan;
    this.#agent = new AgentProcess(plan, {
      notification: (method, params) => this.#notified(method, params),
      request: (id, method, params) => (method === 'session/request_permission' ? this.#asked(id, params) : null),
      other: (line) => this.#other(line),
    });
    this.#opened = openSession(this.#agent.connection, plan.wanted, (event) => this.#openingEvent(event));
    this.#gone = this.#whenGone();
  }

  get launched(): InteractiveSession['launched'] {
    return Promise.resolve(this.#agent.child?.id ?? null);
  }

  /** Resolves when nothing of it is there any more. */
  get gone(): Promise<RunExit> {
    return this.#gone;
  }

  send(call: TurnCall): Turn {
    let finish = (): void => {};
    const over = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const queue = new EventQueue<RuntimeEvent>({
      pause: () => this.#agent.child?.pause(),
      resume: () => this.#agent.child?.resume(),
    });
    const cancelled = new AbortController();
    const turn: OpenTurn = {
      call,
      queue,
      mapper: new TurnMapper(),
      cancelled,
      over,
      finish,
      told: false,
      prompted: false,
      ended: false,
    };
    this.#waiting.push(turn);
    void this.#work();
    return { events: queue, exit: over.then(() => (this.#dead === null ? { kind: 'settled' } : this.#gone)) };
  }

  async interrupt(_reason: StopReason): Promise<StopReport> {
    const turn = this.#running;
    if (turn === null) return INTERRUPTED;
    if (this.#sessionId === null || turn.cancelled.signal.aborted) return this.detach('at once');
    turn.cancelled.abort();
    this.#agent.connection.notify('session/cancel', { sessionId: this.#sessionId });
    let timer: NodeJS.Timeout | null = null;
    const late = new Promise<true>((resolve) => {
      timer = setTimeout(() => resolve(true), CANCEL_MS);
    });
    const tooLate = await Promise.race([turn.over.then(() => false), late]);
    if (timer !== null) clearTimeout(timer);
    return tooLate ? this.detach('at once') : INTERRUPTED;
  }

  detach(how: 'let it leave' | 'at once' = 'let it leave'): Promise<StopReport> {
    this.#detached ??= how === 'at once' ? this.#agent.stop() : this.#agent.leave();
    return this.#detached;
  }

  snapshot(): SessionSnapshot {
    const busy = this.#running !== null || this.#waiting.length > 0;
    const detached = this.#detached !== null || this.#dead !== null || this.#exited;
    return {
      state: detached ? 'detached' : busy ? 'busy' : 'idle',
      sessionId: this.#sessionId,
      process: this.#agent.child?.id ?? null,
      queued: this.#waiting.length,
    };
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let turn = this.#waiting.shift(); turn !== undefined; turn = this.#waiting.shift()) {
      this.#running = turn;
      await this.#run(turn);
      this.#end(turn);
      this.#running = null;
    }
    this.#working = false;
  }

  async #run(turn: OpenTurn): Promise<void> {
    for (const event of this.#early.splice(0)) this.#publish(turn, event);
    this.#tellSession(turn);
    const opened = await this.#opened;
    this.#tellSession(turn);
    if (this.#dead !== null) {
      this.#publish(turn, failed(this.#dead));
      return;
    }
    if ('sessionId' in opened) {
      await this.#prompt(turn, opened.sessionId);
      return;
    }
    const failure = 'failure' in opened ? opened.failure : await this.#causeOfDeath();
    this.#dead = failure ?? STOPPED;
    if (failure !== null) this.#publish(turn, failed(failure));
    await this.#agent.stop();
    await this.#gone;
  }

  async #prompt(turn: OpenTurn, sessionId: string): Promise<void> {
    if (turn.cancelled.signal.aborted) return;
    turn.prompted = true;
    const answer = await this.#agent.connection.call('session/prompt', { sessionId, prompt: this.#texts(turn.call) });
    if (answer.kind !== 'closed') {
      const events = answer.kind === 'result' ? turn.mapper.ended(answer.result) : turn.mapper.refused(answer.error);
      for (const event of events) this.#publish(turn, event);
      return;
    }
    const failure = await this.#causeOfDeath();
    this.#dead = failure ?? STOPPED;
    if (failure !== null) this.#publish(turn, failed(failure));
  }

  #texts({ prompt }: TurnCall): readonly { type: 'text'; text: string }[] {
    const instructions = this.#instructed ? null : this.#plan.developerInstructions;
    this.#instructed = true;
    return [instructions, prompt].filter((text) => text !== null).map((text) => ({ type: 'text', text }));
  }

  #notified(method: string, params: unknown): void {
    const turn = this.#running;
    if (method !== 'session/update' || turn === null || !turn.prompted) return;
    if (at(params, 'sessionId') !== this.#sessionId) return;
    for (const event of turn.mapper.update(at(params, 'update'))) this.#publish(turn, event);
  }

  async #asked(id: string, params: unknown): Promise<unknown> {
    const turn = this.#running;
    const { permissions, workDir } = this.#plan.wanted;
    const asked = readPermissionRequest(id, params, workDir);
    const { requestId, tool, argv, cwd } = asked.request;
    if (turn === null) return answerOf(asked, false);
    const rule = decidedBy(permissions, asked.kind);
    let approved = rule === 'allow';
    if (rule === 'ask') {
      this.#publish(turn, { type: 'approval_request', requestId, tool, argv, cwd });
      const answer = await Promise.race([turn.call.approve(asked.request), whenAborted(turn.cancelled.signal)]);
      if (answer === 'cancelled') return { outcome: { outcome: 'cancelled' } };
      approved = answer === 'approved';
    }
    if (!approved) {
      const what = typeof argv === 'string' ? argv : (argv?.join(' ') ?? tool);
      turn.mapper.denied(what);
      this.#publish(turn, { type: 'status', status: 'denied', detail: what });
    }
    return answerOf(asked, approved);
  }

  #other(line: Line): void {
    this.#openingEvent(rawLine(line));
  }

  #openingEvent(event: RuntimeEvent): void {
    if (event.type === 'session') {
      this.#sessionId = event.sessionId;
      if (this.#running !== null) this.#tellSession(this.#running);
    } else if (this.#running !== null) {
      this.#publish(this.#running, event);
    } else if (this.#early.length < MOST_EARLY) {
      this.#early.push(event);
    }
  }

  #tellSession(turn: OpenTurn): void {
    const { state } = this.#plan;
    if (this.#sessionId === null || turn.told) return;
    turn.told = true;
    const event: RuntimeEvent = { type: 'session', sessionId: this.#sessionId };
    this.#publish(turn, state === undefined ? event : { ...event, state });
  }

  #publish(turn: OpenTurn, event: RuntimeEvent): void {
    if (turn.ended) return;
    turn.queue.push(event);
    if (isTerminal(event)) this.#end(turn);
  }

  #end(turn: OpenTurn): void {
    turn.ended = true;
    turn.queue.end();
    turn.finish();
  }

  /** Null after a stop of ours, whose reason is known elsewhere. */
  async #causeOfDeath(): Promise<RuntimeFailure | null> {
    const { exit, end } = await this.#agent.ended;
    if (exit.kind === 'not_started') return exit.error;
    return end === null ? null : howItEnded(end);
  }

  async #whenGone(): Promise<RunExit> {
    const { exit } = await this.#agent.ended;
    this.#exited = true;
    await this.#plan.cleanup?.();
    return exit;
  }
}

const STOPPED: RuntimeFailure = { code: 'SESSION_ENDED', class: 'cancelled', message: 'the session was ended' };

function whenAborted(signal: AbortSignal): Promise<'cancelled'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('cancelled');
    else signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
  });
}
