/** The run ids a text names, in order of appearance. */
export function runIdsNamed(text: string): string[] {
  return [...new Set(text.match(/(?<![0-9A-Za-z_])job_\d{8}_\d{6}_[0-9a-z]+/g) ?? [])];
}
