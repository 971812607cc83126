import { BadInputError, messageOf } from './errors.js';
import { type Ending, finish } from './finish.js';
import { type JobEvents, jobEvents } from './job-events.js';
import type { Both, Language } from './language.js';
import { readInput, type WorkflowInput } from './workflow-input.js';

/** Why there are no facts: what was given cannot be used, or the workflow itself has a fault. */
export interface Refusal {
  code: 'bad_input' | 'crashed';
  message: Both;
}

export interface Workflow<Facts> {
  work(input: WorkflowInput, events: JobEvents): Promise<Facts>;
  /** Facts that say that nothing could be done. */
  refuse(refusal: Refusal): Facts;
  end(facts: Facts, language: Language): Ending;
}

/** A workflow from stdin to `result.json`. Whatever is thrown on the way becomes a result with the verdict `error`. */
export async function runWorkflow<Facts>(workflow: Workflow<Facts>): Promise<void> {
  let language: Language = 'en';
  let facts: Facts;
  try {
    const input = await readInput();
    language = input.language;
    facts = await workflow.work(input, jobEvents(language));
  } catch (error) {
    facts = workflow.refuse({
      code: error instanceof BadInputError ? 'bad_input' : 'crashed',
      message: messageOf(error),
    });
  }
  finish(workflow.end(facts, language));
}
