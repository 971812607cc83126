/** What a new package can be. */
export const SCAFFOLD_KINDS = ['workflow-python', 'workflow-sh', 'command', 'pyskill', 'sync'] as const;
export type ScaffoldKind = (typeof SCAFFOLD_KINDS)[number];
