/** The run ids a text names. Their shape is that of `newRunId` in jobs/prepare. */
export function runIdsNamed(text: string): string[] {
  return [...new Set(text.match(/\br-[0-9a-z]{6,40}\b/g) ?? [])];
}
