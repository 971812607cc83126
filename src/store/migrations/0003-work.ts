/** The newest work of an environment is found without walking back over questions, back-fills and what came to nothing. */
export const work = `
create index tasks_work on tasks (environment_id, round_id, task_id)
  where type not in ('pyskill_task', 'status', 'cancel') and coalesce(reason, '') not in ('MODEL_REQUIRED', 'NOT_INSTALLED', 'SUPERSEDED');
`;
