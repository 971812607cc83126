// What a generated player runs: plays a script (see script.ts) as a back-end would. Plain CommonJS, so that it starts fast on every Node.
const { spawn } = require('node:child_process');
const { appendFileSync, readFileSync } = require('node:fs');

/** What kind of message it is: a script says by this which one it waits for. */
function keyOf(message) {
  if (typeof message.method === 'string') return message.method;
  if (message.request?.subtype !== undefined) return `${message.type}/${message.request.subtype}`;
  if (typeof message.type === 'string') return message.type;
  return 'response';
}

/** The id by which a request of either protocol is answered. */
function idOf(message) {
  if (message.request_id !== undefined) return message.request_id;
  return message.method === undefined ? undefined : message.id;
}

exports.play = async function play(script) {
  const record = (what) => {
    if (script.record !== undefined) appendFileSync(script.record, `${JSON.stringify(what)}\n`);
  };
  if (process.argv[2] === '--version') {
    process.stdout.write(`${script.version ?? 'player 1.0.0'}\n`);
    return;
  }
  record({ argv: process.argv.slice(2), cwd: process.cwd(), env: process.env, pid: process.pid });
  const write = (text, stream = process.stdout) => new Promise((resolve) => stream.write(text, () => resolve()));
  const leave = (code) => process.stdout.write('', () => process.exit(code));

  for (const [signal, behaviour] of Object.entries(script.signals ?? {})) {
    process.on(signal, async () => {
      record({ signal });
      if (behaviour === 'ignore') return;
      if (behaviour.out !== undefined) await write(behaviour.out);
      leave(behaviour.code);
    });
  }

  const waiting = [];
  const inbox = [];
  /** Recorded id → the id of the message that came instead. */
  const ids = new Map();
  const remaining = (script.steps ?? []).filter((step) => step.expect !== undefined);
  let eof = null;
  const ended = new Promise((resolve) => {
    eof = resolve;
  });
  const deliver = () => {
    for (let at = 0; at < inbox.length; at += 1) {
      const index = waiting.findIndex((one) => one.keys.includes(keyOf(inbox[at])));
      if (index === -1) continue;
      const [message] = inbox.splice(at, 1);
      waiting.splice(index, 1)[0].resolve(message);
      at = -1;
    }
  };
  const answerWith = (message, result) => {
    const id = idOf(message);
    const answer =
      message.request_id === undefined
        ? { id, result }
        : { type: 'control_response', response: { subtype: 'success', request_id: id, response: result } };
    void write(`${JSON.stringify(answer)}\n`);
  };
  const refuse = (message) => {
    const id = idOf(message);
    if (id === undefined) return;
    const answered = script.answers?.[keyOf(message)];
    if (answered !== undefined) {
      answerWith(message, answered);
      return;
    }
    const answer =
      message.request_id === undefined
        ? { id, error: { code: -32601, message: `the player does not know ${message.method}` } }
        : { type: 'control_response', response: { subtype: 'error', request_id: id, error: 'unknown to the player' } };
    void write(`${JSON.stringify(answer)}\n`);
  };
  const receive = (line) => {
    const message = JSON.parse(line);
    record({ received: message });
    if (!remaining.some((step) => [].concat(step.expect).includes(keyOf(message)))) refuse(message);
    else inbox.push(message);
    deliver();
  };

  if (script.stdin === 'talk') {
    let text = '';
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (piece) => {
      text += piece;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n')) {
        const line = text.slice(0, at);
        text = text.slice(at + 1);
        if (line.trim() !== '') receive(line);
      }
    });
    process.stdin.on('end', () => eof());
  } else if (script.stdin === 'read') {
    const pieces = [];
    for await (const piece of process.stdin) pieces.push(piece);
    record({ stdin: Buffer.concat(pieces).toString('utf8') });
  }

  const end = script.end ?? { code: 0 };
  if (end.atEof !== undefined) void ended.then(() => leave(end.atEof));
  /** Recorded requests that were not made: what answered them is not said. */
  const skipped = new Set();
  const steps = script.steps ?? [];
  for (const [index, step] of steps.entries()) {
    if (step.pause !== undefined) await new Promise((resolve) => setTimeout(resolve, step.pause));
    if (step.out !== undefined) await write(step.out);
    if (step.bytes !== undefined) await write(Buffer.from(step.bytes, 'base64'));
    if (step.file !== undefined) await write(readFileSync(step.file));
    if (step.err !== undefined) await write(step.err, process.stderr);
    if (step.errFile !== undefined) await write(readFileSync(step.errFile), process.stderr);
    if (step.orphan === true) {
      const env = { ...process.env, ...step.env };
      spawn('sleep', ['600'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'], env }).unref();
    }
    if (step.expect !== undefined) {
      const keys = [].concat(step.expect);
      record({ waits: keys });
      const message = await new Promise((resolve) => {
        waiting.push({ keys, resolve });
        if (step.optional === true) waiting.push({ keys: required(steps, index), resolve });
        deliver();
      });
      waiting.length = 0;
      remaining.splice(remaining.indexOf(step), 1);
      if (!keys.includes(keyOf(message))) {
        inbox.unshift(message);
        skipped.add(step.id);
        continue;
      }
      if (step.id !== undefined) ids.set(step.id, idOf(message));
      if (step.then === 'refuse') refuse(message);
    }
    if (step.send !== undefined && !(step.send.method === undefined && skipped.has(step.send.id)))
      await write(`${JSON.stringify(withIds(step.send, ids))}\n`);
  }

  record({ played: true });
  if (end === 'hang') {
    setInterval(() => {}, 1_000_000);
    return;
  }
  if (end.atEof !== undefined) return;
  if (end.signal !== undefined) process.kill(process.pid, end.signal);
  else leave(end.code);
};

/** What is waited for next that must come. */
function required(steps, index) {
  const next = steps.slice(index + 1).find((step) => step.expect !== undefined && step.optional !== true);
  return next === undefined ? [] : [].concat(next.expect);
}

/** An answer to a request carries the id that the request really had. */
function withIds(message, ids) {
  if (message.method === undefined && ids.has(message.id)) return { ...message, id: ids.get(message.id) };
  const answered = message.response?.request_id;
  if (ids.has(answered)) return { ...message, response: { ...message.response, request_id: ids.get(answered) } };
  return message;
}
