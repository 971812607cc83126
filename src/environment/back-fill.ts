/** The type of the task that records how a job ended: told from work by this name alone, so that no package may have it. */
export const BACK_FILL_TYPE = 'pyskill_task';
