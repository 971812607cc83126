/** Does something for each item, a few at once, and gives the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
  tick: (done: number) => void,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      results[index] = await work(item);
      done += 1;
      tick(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
