import { drop, project, type TestProject } from '../harness/project.js';

/** A project with `batch`, `index_rebuild` and `migrate`, which need nothing; a job of the first may go on until it is let go. */
export async function threePackages(batch: 'holds' | 'ends'): Promise<TestProject> {
  const here = await project({ runtime: { policy_threshold: null, max_jobs: 4 } });
  const simple = async (name: string, about: string, command: string, texts: readonly string[]) =>
    await drop(
      here,
      name,
      `description: ${about}\nwhen_to_use: ${about}\ncommand: [sh, -c, ${JSON.stringify(command)}]`,
      {
        'examples.jsonl': texts.map((text) => `${JSON.stringify({ text })}\n`).join(''),
      },
    );
  const hold = ': > "$ER_JOB_DIR/holds"; while [ ! -e "$ER_JOB_DIR/go" ]; do sleep 0.02; done';
  const about = 'Recomputes the nightly sales figures. 重新计算夜间销售报表。';
  await simple('batch', about, batch === 'holds' ? hold : 'echo figures', [
    'start the nightly batch',
    'recompute the sales figures',
    "kick off last night's batch job",
    '跑夜间批处理',
    '启动夜间批处理任务',
  ]);
  await simple('index_rebuild', 'Rebuilds the search index of the catalogue. 重建商品目录的搜索索引。', 'echo built', [
    'rebuild the search index',
    'reindex the catalogue',
    'the search index is stale, rebuild it',
    '重建搜索索引',
    '刷新搜索索引',
  ]);
  await simple('migrate', 'Rehearses the database schema migration. 演练数据库结构迁移。', 'echo rehearsed', [
    'rehearse the schema migration',
    'try the database migration on a copy',
    'dry-run the schema migration',
    '演练一下数据库迁移',
    '迁移演练',
  ]);
  return here;
}
