/** Commands that are programs of their own as well: `environment-runtime-show` is `environment-runtime show`. */
export const SHORT_COMMANDS = ['show', 'case', 'cases'] as const;
