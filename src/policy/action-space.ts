/** Task types that the runtime answers itself. They may have weights of their own; registered types may not, so that a new one works at once. */
export const BUILT_IN_TYPES = ['status', 'cancel', 'executor'] as const;
/** `read` and `ls` are left to a policy that can choose a path and read what it finds: the embedded one has no use for a file's text. */
export const EMBEDDED_TOOLS = ['build_context_view', 'previous_failed_track', 'beijing_time'] as const;
/** How a type may already occur in the visible state. */
export const RELATIONS = ['failed', 'last_done', 'last_cancelled', 'running'] as const;

export type BuiltInType = (typeof BUILT_IN_TYPES)[number];
export type EmbeddedTool = (typeof EMBEDDED_TOOLS)[number];
export type Relation = (typeof RELATIONS)[number];

/**
 * Each block is one linear function of the decision's features, computed once however many candidates share it: one a built-in action, one for all
 * registered types together, one for each way a type may occur in the state, one for that none of them is right.
 */
export const BLOCKS = [...BUILT_IN_TYPES, ...EMBEDDED_TOOLS, 'type', ...RELATIONS, 'none'] as const;
export type Block = (typeof BLOCKS)[number];

export const BLOCK_AT = Object.fromEntries(BLOCKS.map((block, at) => [block, at])) as Readonly<Record<Block, number>>;

/** Whose own route score is weighed alike. */
export const SCORED = [...BUILT_IN_TYPES, 'type'] as const;
export type Scored = (typeof SCORED)[number];

/** What a candidate's own route score is weighed by: what it is, and how it already occurs. What was done last is meant again where its own texts say so. */
export const WEIGHED = [...SCORED, ...RELATIONS] as const;

export const isBuiltIn = (type: string): type is BuiltInType => (BUILT_IN_TYPES as readonly string[]).includes(type);
