import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAcpDriver } from '../../src/runtimes/drivers/acp/driver.js';
import { workspace } from '../harness/workspace.js';
import { callOf, channelOf, seen } from '../runtimes/player/call.js';
import { conversationScript } from '../runtimes/player/recording.js';
import { player } from '../runtimes/player/script.js';
const root = '/work/shared/transcripts';
it('replays', async () => {
  for (const dir of readdirSync(root)) {
    if (!/^(acp-|gemini|qwen|opencode|openclaw)/.test(dir)) continue;
    for (const file of readdirSync(join(root, dir))) {
      if (!/acp-.*\.jsonl$/.test(file)) continue;
      const folder = await workspace();
      const script = conversationScript(join(root, dir, file));
      const program = await player(folder, script);
      const load = script.steps?.some((s) => 'expect' in s && [s.expect].flat().includes('session/load') && ![s.expect].flat().includes('session/new'));
      const call = await callOf('acp', program, { approve: async () => 'approved', ...(load ? {policy: 'resume-required', conversation: {sessionId: (JSON.stringify(script.steps).match(/"sessionId":"([^"]+)"/) ?? [])[1] ?? '', workDir: '/'}} : {}) });
      const run = createAcpDriver().createOneShot?.({ ...call, channel: channelOf('acp', { command: [program] }) });
      if (run === undefined) throw new Error();
      const t = setTimeout(() => void run.stop('cancelled'), 3000);
      const { events, content, error, exit } = await seen(run);
      clearTimeout(t);
      console.log(`${dir}/${file}: ${events.map((e) => e.type).join(' ')} => ${JSON.stringify(content)} ${JSON.stringify(error)} ${exit.kind}`);
    }
  }
  expect(1).toBe(1);
}, 300_000);
