/** Bytes of UTF-8. A request is a sentence or a page; data belongs into a file that the request names. */
export const MAX_INPUT_BYTES = 256 * 1024;

/**
 * Bytes of UTF-8 of any other text of a round, and of the JSON of any value whose shape is not ours. What is written here stays far below: a
 * job's result has 16,000 characters, its data in the track 32,000; a reply tells several. Each round writes the whole snapshot again.
 */
export const MAX_FIELD_BYTES = 1024 * 1024;
