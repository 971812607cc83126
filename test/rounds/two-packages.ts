import { drop, project, type TestProject } from '../harness/project.js';

const lines = (texts: readonly string[]) => texts.map((text) => `${JSON.stringify({ text })}\n`).join('');

/** Of the first package: what it declares, and its command, which prints them. */
interface Sync {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly command: string;
  readonly examples?: readonly string[];
}

/** A project with `db_sync`, which takes parameters, and `send_notice`, which takes none. */
export async function twoPackages(
  { properties, required = [], command, examples = [] }: Sync,
  threshold?: number,
): Promise<TestProject> {
  const here = await project(threshold === undefined ? {} : { runtime: { policy_threshold: threshold } });
  await drop(
    here,
    'db_sync',
    `description: Synchronises the warehouse tables. 把数仓的表同步。\nwhen_to_use: Tables are to be synchronised.\ncommand: ${command}`,
    {
      'params.schema.json': JSON.stringify({ type: 'object', properties, required }),
      'examples.jsonl': lines([
        'sync the warehouse tables',
        'please sync the warehouse',
        '同步一下数仓的表',
        '数仓同步',
        '同步数仓',
        ...examples,
      ]),
    },
  );
  await drop(
    here,
    'send_notice',
    'description: Sends a maintenance notice to all customers. 给所有客户发维护通知。\nwhen_to_use: Customers are to be told.\ncommand: [echo, sent]',
    {
      'examples.jsonl': lines([
        'send the maintenance notice',
        'notify all customers',
        '给客户发维护通知',
        '通知一下所有客户',
      ]),
    },
  );
  return here;
}
