/** Names a round. */
export interface RoundKey {
  environment_id: number;
  round_id: number;
}

/** Names a task. */
export interface TaskKey extends RoundKey {
  task_id: number;
}
